package io.headwater.commit.manifest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a job committed (protocol/PROTOCOL.md, section 4).
 *
 * @param format of the document: {@link #FORMAT}, or {@link #FIRST_FORMAT}
 * @param kind base or delta
 * @param id the manifest's identifier
 * @param tag the root's tag when it was written
 * @param job the writer
 * @param time by the writer's clock
 * @param replaced in a base: the previous base
 * @param folded in a base: deltas that are no longer valid
 * @param excluded in a base: foreign objects that it replaced
 * @param removed in a delta: entries that are no longer valid
 * @param summary what the job did
 * @param entries its objects; in a base all objects of the dataset
 */
public record Manifest(
    int format,
    Kind kind,
    String id,
    String tag,
    ManifestJob job,
    Instant time,
    Optional<Replaced> replaced,
    Set<String> folded,
    List<Excluded> excluded,
    Set<Removed> removed,
    Summary summary,
    List<ManifestEntry> entries) {
  /** The highest format that this version supports. */
  public static final int FORMAT = 2;

  /** The format that does not record which manifest added an entry, and removes entries by key. */
  public static final int FIRST_FORMAT = 1;

  /** The most bytes of a document, enough for about two million entries. */
  public static final int MAXIMUM_LENGTH = 512 << 20;

  public Manifest {
    folded = Set.copyOf(folded);
    excluded = List.copyOf(excluded);
    removed = Set.copyOf(removed);
    entries = List.copyOf(entries);
  }

  /** The two kinds of manifests. */
  public enum Kind {
    /** The complete dataset, at {@code _SUCCESS}. */
    BASE,
    /** What one job added or removed. */
    DELTA
  }

  /**
   * The base that a base replaced.
   *
   * @param id its identifier, or empty if the replaced object was not a manifest
   * @param etag its object's
   */
  public record Replaced(Optional<String> id, String etag) {}

  /**
   * A version of a foreign object that is no longer valid. If the object is written again, it is
   * valid.
   *
   * @param key below the root
   * @param etag from the store
   * @param modified when it was written, by the store's clock
   */
  public record Excluded(String key, String etag, Instant modified) {}

  /**
   * An entry that is no longer valid in any manifest. Another addition of the same key is another
   * entry.
   *
   * @param key below the root
   * @param etag the entry's, or empty in the first format
   * @param added the identifier of the manifest that added the entry, or empty in the first format
   */
  public record Removed(String key, String etag, String added) {
    /** Exactly this entry. */
    public static Removed of(ManifestEntry entry) {
      return new Removed(entry.key(), entry.etag(), entry.added());
    }

    /** A removal in the first format. */
    public static Removed ofKey(String key) {
      return new Removed(key, "", "");
    }
  }

  /**
   * What a job did, for information.
   *
   * @param files number of files written
   * @param bytes number of bytes written
   * @param rows number of rows written, or negative if unknown for any file
   * @param requests number of requests that the job's processes are known to have sent for it
   * @param milliseconds from the job's start to its commit
   */
  public record Summary(long files, long bytes, long rows, long requests, long milliseconds) {
    /** The summary of a job's written files. */
    public static Summary of(List<ManifestEntry> written, long requests, long milliseconds) {
      boolean known = written.stream().allMatch(entry -> entry.knownRows().isPresent());
      return new Summary(
          written.size(),
          written.stream().mapToLong(ManifestEntry::length).sum(),
          known ? written.stream().mapToLong(ManifestEntry::rows).sum() : ManifestEntry.UNKNOWN,
          requests,
          milliseconds);
    }
  }
}
