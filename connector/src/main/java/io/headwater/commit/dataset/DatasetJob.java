package io.headwater.commit.dataset;

import io.headwater.commit.CommitStateUnknownException;
import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestJob;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job's way through the protocol at one root, as its driver goes it (protocol/PROTOCOL.md,
 * section 6). Set up, then committed or aborted, once; a second call of either is the first one's.
 *
 * <p>Before: nothing is written. After {@link #commit}: the manifest stands, and what it replaced
 * is deleted. After an exception: {@link #outcome} tells what is known.
 */
public final class DatasetJob {
  /** What is known of a job's commit. */
  public enum Outcome {
    /** Nothing was tried. */
    OPEN,
    /** The dataset is the job's. */
    COMMITTED,
    /** The dataset is what it was, surely. */
    FAILED,
    /** It could not be learned: nothing may be deleted. */
    UNKNOWN
  }

  private final ObjectStore store;
  private final DatasetReader reader;
  private final String root;
  private final ManifestJob job;
  private final Overwrite overwrite;
  private final Instant begun = Instant.now();
  private Optional<SeenBase> seen = Optional.empty();
  private boolean likelyNew;
  private Outcome outcome = Outcome.OPEN;

  /**
   * A job at a root.
   *
   * @param root the dataset's key
   * @param overwrite what it replaces
   */
  public DatasetJob(
      ObjectStore store, DatasetReader reader, String root, ManifestJob job, Overwrite overwrite) {
    this.store = store;
    this.reader = reader;
    this.root = root;
    this.job = job;
    this.overwrite = overwrite;
  }

  /**
   * Looks at the base that is to be replaced; a job that adds asks nothing.
   *
   * @throws IOException if the root is a part of another dataset, whose files it would have to
   *     replace
   */
  public void setUp() throws IOException {
    if (overwrite instanceof Overwrite.Creation) {
      seen = Optional.of(SeenBase.NOTHING);
    } else if (!(overwrite instanceof Overwrite.Nothing)) {
      new TablesAbove(reader, store.name(), root).requireNone();
      seen = Optional.of(reader.readBase(root));
    }
  }

  /** Tells that nothing was at the root lately, which spares a job that adds a look at it. */
  public void expectNothing() {
    likelyNew = true;
  }

  /** What is known of the commit. */
  public synchronized Outcome outcome() {
    return outcome;
  }

  /**
   * Makes the written objects the dataset's, at once.
   *
   * @param written of each task one attempt's entries
   * @param requests that the tasks sent
   * @throws ConcurrentCommitException if another job replaced what this one was to replace
   * @throws CommitStateUnknownException if it could not be learned whether the dataset is the job's
   */
  public synchronized void commit(List<ManifestEntry> written, long requests) throws IOException {
    if (outcome == Outcome.COMMITTED) {
      return;
    }
    if (outcome != Outcome.OPEN) {
      throw new IOException(
          "job "
              + job.id()
              + " at "
              + place()
              + " has ended before: "
              + outcome
              + "; run it again");
    }
    outcome = Outcome.FAILED;
    try {
      Draft draft = new Draft(root, job, begun, written, requests);
      CleanUp cleanUp =
          overwrite instanceof Overwrite.Nothing ? addition(draft) : replacement(draft);
      outcome = Outcome.COMMITTED;
      cleanUp.run();
    } catch (CommitStateUnknownException e) {
      outcome = Outcome.UNKNOWN;
      throw e;
    }
  }

  private CleanUp addition(Draft draft) throws IOException {
    return new Addition(store, reader, draft).commit(likelyNew);
  }

  private CleanUp replacement(Draft draft) throws IOException {
    Optional<SeenBase> begin = seen;
    if (begin.isEmpty()) {
      throw new IllegalStateException("the job at " + place() + " was not set up");
    }
    return new Replacing(store, reader, draft, overwrite.folders(draft.written()))
        .commit(begin.get());
  }

  /**
   * Deletes, by name, what attempts told that they published, unless the job has committed or may
   * have.
   */
  public synchronized void abort(List<ManifestEntry> told) throws IOException {
    if (outcome == Outcome.COMMITTED || outcome == Outcome.UNKNOWN) {
      return;
    }
    outcome = Outcome.FAILED;
    List<String> keys = told.stream().map(entry -> ManifestKeys.under(root) + entry.key()).toList();
    CleanUp.of(store, keys).run();
  }

  private String place() {
    return store.name() + "/" + root;
  }

  /** The manifest's identifier of a job that commits now. */
  static String newId(ManifestJob job) {
    return ManifestKeys.id(Instant.now(), job.id());
  }

  /**
   * What a job has to commit.
   *
   * @param root the dataset's key
   * @param job who
   * @param begun when it was set up
   * @param written its entries
   * @param requests that its tasks sent
   */
  record Draft(
      String root, ManifestJob job, Instant begun, List<ManifestEntry> written, long requests) {
    Manifest.Summary summary() {
      return Manifest.Summary.of(
          written, requests, Duration.between(begun, Instant.now()).toMillis());
    }

    String tag() {
      return GovernedName.tagOf(root);
    }
  }
}
