package io.headwater.commit.dataset;

import io.headwater.commit.MonotonicClock;
import io.headwater.commit.cache.CopiedObjectCache;
import io.headwater.commit.cache.ManifestCache;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.MalformedManifestException;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.ManifestParser;
import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.retry.RetryPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the content of datasets as of one listing (protocol/PROTOCOL.md, rule R1). If a writer
 * changed an object between the listing and its GET, everything is read again.
 */
public final class DatasetReader {
  private final ObjectStore store;
  private final ManifestCache manifests;
  private final CopiedObjectCache copies;

  /** A reader with empty caches. */
  public DatasetReader(ObjectStore store) {
    this(store, new ManifestCache(), new CopiedObjectCache());
  }

  private DatasetReader(ObjectStore store, ManifestCache manifests, CopiedObjectCache copies) {
    this.store = store;
    this.manifests = manifests;
    this.copies = copies;
  }

  /** A reader through another store instance for the same bucket. It shares the caches. */
  public DatasetReader by(ObjectStore other) {
    return new DatasetReader(other, manifests, copies);
  }

  /** The state of the dataset at a root. It is empty without manifests. */
  public DatasetState read(String root) throws IOException {
    for (int reads = 1; ; reads++) {
      Optional<DatasetState> state = of(root, listed(root));
      if (state.isPresent()) {
        return state.get();
      }
      if (!RetryPolicy.DATASET.permits(reads)) {
        throw changing(root, reads);
      }
      MonotonicClock.SYSTEM.pause(RetryPolicy.DATASET.pause(reads));
    }
  }

  /**
   * The same from a listing that contains all keys starting with the base's key.
   *
   * @param listed objects of that listing, possibly with others
   */
  public DatasetState read(String root, List<ObjectInfo> listed) throws IOException {
    Optional<DatasetState> state = of(root, listed);
    return state.isPresent() ? state.get() : read(root);
  }

  private IOException changing(String root, int reads) {
    return new IOException(
        store.name()
            + "/"
            + ManifestKeys.base(root)
            + " was replaced during each of "
            + reads
            + " reads. Try again when fewer jobs write this dataset");
  }

  /** The base and all protocol objects next to it. */
  private List<ObjectInfo> listed(String root) throws IOException {
    return new ProtocolListing(store, root).list(Set.of());
  }

  /** Empty if a listed object does not exist any more. */
  private Optional<DatasetState> of(String root, List<ObjectInfo> listed) throws IOException {
    Optional<ObjectInfo> baseObject = Optional.empty();
    Optional<Manifest> base = Optional.empty();
    List<Manifest> deltas = new ArrayList<>();
    try {
      for (ObjectInfo object : listed) {
        if (object.key().equals(ManifestKeys.base(root))) {
          baseObject = Optional.of(object);
          base = manifest(object);
        } else if (ManifestKeys.rootOfDelta(object.key()).filter(root::equals).isPresent()) {
          manifest(object).ifPresent(deltas::add);
        }
      }
    } catch (StoreException e) {
      if (!RetryPolicy.DATASET.repeats(e)) {
        throw e;
      }
      return Optional.empty();
    }
    return Optional.of(new DatasetState(root, baseObject, base, deltas));
  }

  private Optional<Manifest> manifest(ObjectInfo object) throws IOException {
    if (object.length() == 0 && ManifestKeys.rootOfDelta(object.key()).isEmpty()) {
      return Optional.empty();
    }
    Optional<Optional<Manifest>> kept = manifests.find(object);
    if (kept.isPresent()) {
      return kept.get();
    }
    GetOptions same = GetOptions.WHOLE.withIfMatch(object.etag());
    Optional<Manifest> read =
        DocumentReader.read(store, object.key(), same, body -> parse(object.key(), body));
    manifests.note(object, read);
    return read;
  }

  /** Parses an object, and checks that its content matches its key. */
  private Optional<Manifest> parse(String key, ObjectBody body) throws IOException {
    String place = store.name() + "/" + key;
    Optional<Manifest> read = ManifestParser.parse(body.stream(), body.info().length(), place);
    boolean isDelta = ManifestKeys.rootOfDelta(key).isPresent();
    if (isDelta && read.filter(delta -> delta.id().equals(ManifestKeys.deltaId(key))).isEmpty()) {
      throw new MalformedManifestException(
          place
              + " has the name of a delta manifest, but is not that delta. The dataset's "
              + "content is unknown. Restore the object, or rename it if no job wrote it",
          null);
    }
    Manifest.Kind kind = isDelta ? Manifest.Kind.DELTA : Manifest.Kind.BASE;
    if (read.isPresent() && read.get().kind() != kind) {
      throw new MalformedManifestException(
          place + " is a manifest of the kind " + read.get().kind() + ", which is not valid here",
          null);
    }
    return read;
  }

  /** Whether an object makes a folder a dataset, even another program's. Sends no GET. */
  boolean exists(String root) throws IOException {
    return listed(root).stream()
        .map(ObjectInfo::key)
        .anyMatch(
            key ->
                key.equals(ManifestKeys.base(root))
                    || ManifestKeys.rootOfDelta(key).filter(root::equals).isPresent());
  }

  /** The object at the base's key, by one GET. */
  BaseSnapshot readBase(String root) throws IOException {
    String key = ManifestKeys.base(root);
    try {
      return DocumentReader.read(store, key, GetOptions.WHOLE, body -> snapshot(key, body));
    } catch (ObjectNotFoundException e) {
      return new BaseSnapshot(Optional.empty(), Optional.empty());
    }
  }

  private BaseSnapshot snapshot(String key, ObjectBody body) throws IOException {
    Optional<Manifest> read = parse(key, body);
    manifests.note(body.info(), read);
    return new BaseSnapshot(Optional.of(body.info()), read);
  }

  /** Caches a manifest that was written here. */
  void note(ObjectInfo object, Manifest manifest) {
    manifests.note(object, Optional.of(manifest));
  }

  /**
   * Length and ETag of a governed object. They never change, so any manifest that was read is
   * sufficient.
   *
   * @return empty if the object is not governed or not a manifest entry
   */
  public Optional<ObjectInfo> entry(String key) throws IOException {
    Optional<String> root = GovernedName.rootOf(key);
    if (root.isEmpty()) {
      return Optional.empty();
    }
    Optional<ObjectInfo> kept = manifests.object(root.get(), key);
    return kept.isPresent() ? kept : read(root.get()).object(key);
  }

  /**
   * The object of a moved dataset's entry (rule N2).
   *
   * @param entry the object according to the manifests
   * @param listed the object according to a listing
   */
  ObjectInfo copied(ObjectInfo entry, ObjectInfo listed) throws IOException {
    return copies.object(store, entry, listed);
  }

  /** The dataset that governs an object, by its name (rules N1 and N2). */
  public Optional<DatasetState> governing(String key) throws IOException {
    return new DatasetsAbove(this).governing(key, key);
  }

  /** The cached entry of a governed object. Sends no request. */
  public Optional<ManifestEntry> knownEntry(String root, String key) {
    return manifests.entry(root, key);
  }
}
