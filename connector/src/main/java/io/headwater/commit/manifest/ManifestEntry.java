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
 * @param etag as the store told it, without quotes
 * @param rows how many; negative if not known
 * @param partition the partition's columns in their order, with their values as text; a value is
 *     null for Hive's default partition
 * @param columns what the writer knows of columns' values, by name
 * @param added the identifier of the manifest that added the entry; empty until a manifest has it
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
  /** Of rows that are not known. */
  public static final long UNKNOWN = -1;

  public ManifestEntry {
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** An object of which nothing more is known than the store tells. */
  public static ManifestEntry of(String key, long length, String etag) {
    return new ManifestEntry(key, length, etag, UNKNOWN, PartitionPath.values(key), Map.of(), "");
  }

  /** This entry with what its writer knows of its content. */
  public ManifestEntry withContent(long rowCount, Map<String, ColumnRange> ranges) {
    return new ManifestEntry(key, length, etag, rowCount, partition, ranges, added);
  }

  /** This entry with the ETag that its object got when it became visible. */
  public ManifestEntry withEtag(String visible) {
    return new ManifestEntry(key, length, visible, rows, partition, columns, added);
  }

  /** This entry as a manifest adds it. */
  public ManifestEntry addedBy(String manifest) {
    return new ManifestEntry(key, length, etag, rows, partition, columns, manifest);
  }

  /** The number of rows, if known. */
  public OptionalLong knownRows() {
    return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
  }
}
