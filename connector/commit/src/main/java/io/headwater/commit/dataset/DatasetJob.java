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
 * The driver's side of one job's commit at one root (protocol/PROTOCOL.md, section 6). It is set
 * up, then committed or aborted, once. Repeating a successful commit or an abort has no effect.
 *
 * <p>Before: nothing is written. After {@link #commit}: the manifest exists, and replaced objects
 * are deleted. After an exception: {@link #outcome} returns the known state.
 */
public final class DatasetJob {
  /** The known state of a job's commit. */
  public enum Outcome {
    /** Not tried. */
    OPEN,
    /** The job is committed. */
    COMMITTED,
    /** The dataset is certainly unchanged. */
    FAILED,
    /** Unknown: nothing may be deleted. */
    UNKNOWN
  }

  private final ObjectStore store;
  private final DatasetReader reader;
  private final String root;
  private final ManifestJob job;
  private final Overwrite overwrite;
  private final Instant begun = Instant.now();
  private Optional<BaseSnapshot> seen = Optional.empty();
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
   * Reads the base to replace. A job that only adds sends no request.
   *
   * @throws IOException if the root is part of another dataset, whose files it would have to
   *     replace
   */
  public void setUp() throws IOException {
    if (overwrite instanceof Overwrite.Creation) {
      seen = Optional.of(BaseSnapshot.NOTHING);
    } else if (!(overwrite instanceof Overwrite.Nothing)) {
      new TablesAbove(reader, store.name(), root).requireNone();
      seen = Optional.of(reader.readBase(root));
    }
  }

  /** Records that no dataset existed at the root recently. A job that adds then skips a check. */
  public void expectNothing() {
    likelyNew = true;
  }

  /** The known state of the commit. */
  public synchronized Outcome outcome() {
    return outcome;
  }

  /**
   * Commits the written objects to the dataset atomically.
   *
   * @param written the entries of one attempt of each task
   * @param requests the number of requests that the tasks sent
   * @throws ConcurrentCommitException if another job replaced the data that this one was to replace
   * @throws CommitStateUnknownException if it is unknown whether the job is committed
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
              + " has already ended: "
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
    return new AppendCommit(store, reader, draft).commit(likelyNew);
  }

  private CleanUp replacement(Draft draft) throws IOException {
    Optional<BaseSnapshot> begin = seen;
    if (begin.isEmpty()) {
      throw new IllegalStateException("the job at " + place() + " was not set up");
    }
    return new OverwriteCommit(store, reader, draft, overwrite.folders(draft.written()))
        .commit(begin.get());
  }

  /**
   * Deletes, by name, the objects that attempts reported as published, unless the job is or may be
   * committed.
   */
  public synchronized void abort(List<ManifestEntry> reported) throws IOException {
    if (outcome == Outcome.COMMITTED || outcome == Outcome.UNKNOWN) {
      return;
    }
    outcome = Outcome.FAILED;
    List<String> keys =
        reported.stream().map(entry -> ManifestKeys.under(root) + entry.key()).toList();
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
   * What a job commits.
   *
   * @param root the dataset's key
   * @param job the writer
   * @param begun when it was set up
   * @param written its entries
   * @param requests the number of requests that its tasks sent
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
