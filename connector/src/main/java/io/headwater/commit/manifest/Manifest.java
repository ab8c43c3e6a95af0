package io.headwater.commit.manifest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a job committed (protocol/PROTOCOL.md, section 4).
 *
 * @param format of the document: {@link #FORMAT}, or {@link #FIRST_FORMAT}
 * @param kind which of both it is
 * @param id the manifest's identifier
 * @param tag the root's tag when it was written
 * @param job who wrote it
 * @param time when, by the writer's clock
 * @param replaced of a base: the one before it
 * @param folded of a base: deltas that count no more
 * @param excluded of a base: foreign objects that it replaced
 * @param removed of a delta: entries that count no more
 * @param summary what the job did
 * @param entries its objects; of a base all that the dataset has
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
  /** The greatest format that is known here. */
  public static final int FORMAT = 2;

  /** The format that does not say which manifest added an entry, and removes entries by key. */
  public static final int FIRST_FORMAT = 1;

  /** The most bytes that a document may have, which takes about two million entries. */
  public static final int MAXIMUM_LENGTH = 512 << 20;

  public Manifest {
    folded = Set.copyOf(folded);
    excluded = List.copyOf(excluded);
    removed = Set.copyOf(removed);
    entries = List.copyOf(entries);
  }

  /** The two kinds of manifests. */
  public enum Kind {
    /** All of a dataset, at {@code _SUCCESS}. */
    BASE,
    /** What one job added or took away. */
    DELTA
  }

  /**
   * The base that a base replaced.
   *
   * @param id its identifier; empty if what stood there was no manifest
   * @param etag its object's
   */
  public record Replaced(Optional<String> id, String etag) {}

  /**
   * A foreign object that counts no more, as it was seen: one that is written again counts.
   *
   * @param key below the root
   * @param etag as the store told it
   * @param modified when it was written, by the store's clock
   */
  public record Excluded(String key, String etag, Instant modified) {}

  /**
   * An entry that counts no more, wherever a manifest carries it. Another addition of the same key
   * is another entry.
   *
   * @param key below the root
   * @param etag the entry's; empty in the first format
   * @param added the identifier of the manifest that added the entry; empty in the first format
   */
  public record Removed(String key, String etag, String added) {
    /** Exactly this entry. */
    public static Removed of(ManifestEntry entry) {
      return new Removed(entry.key(), entry.etag(), entry.added());
    }

    /** As the first format has it. */
    public static Removed ofKey(String key) {
      return new Removed(key, "", "");
    }
  }

  /**
   * What a job did, for people.
   *
   * @param files how many it wrote
   * @param bytes how many it wrote
   * @param rows how many it wrote; negative if not known of every file
   * @param requests that the job's processes are known to have sent for it
   * @param milliseconds from the job's begin to its commit
   */
  public record Summary(long files, long bytes, long rows, long requests, long milliseconds) {
    /** Of the files that a job wrote. */
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
