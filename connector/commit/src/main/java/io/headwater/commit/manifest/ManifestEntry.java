package io.headwater.commit.manifest;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One object that a job committed.
 *
 * @param key below the root, without a leading slash
 * @param length in bytes
 * @param etag from the store, without quotes
 * @param rows their number, or negative if unknown
 * @param partition the partition's columns in their order, with their values as text; a value is
 *     null for Hive's default partition
 * @param columns what the writer knows of the columns' values, by name
 * @param added the identifier of the manifest that added the entry, or empty until a manifest
 *     contains it
 */
public record ManifestEntry(
    String key,
    long length,
    String etag,
    long rows,
    Map<String, String> partition,
    Map<String, ColumnRange> columns,
    String added)
    implements Serializable {
  /** An unknown number of rows. */
  public static final long UNKNOWN = -1;

  public ManifestEntry {
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** An object with only the store's metadata. */
  public static ManifestEntry of(String key, long length, String etag) {
    return new ManifestEntry(key, length, etag, UNKNOWN, PartitionPath.values(key), Map.of(), "");
  }

  /** This entry with its writer's statistics. */
  public ManifestEntry withContent(long rowCount, Map<String, ColumnRange> ranges) {
    return new ManifestEntry(key, length, etag, rowCount, partition, ranges, added);
  }

  /** This entry with the final ETag of its visible object. */
  public ManifestEntry withEtag(String visible) {
    return new ManifestEntry(key, length, visible, rows, partition, columns, added);
  }

  /** This entry as added by a manifest. */
  public ManifestEntry addedBy(String manifest) {
    return new ManifestEntry(key, length, etag, rows, partition, columns, manifest);
  }

  /** The number of rows, if known. */
  public OptionalLong knownRows() {
    return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
  }
}
