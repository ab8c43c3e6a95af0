package io.headwater.commit.manifest;

import java.util.Map;

/**
 * What is known of a file's rows.
 *
 * @param rows their number
 * @param columns what is known of the columns' values, by name
 */
public record FileContent(long rows, Map<String, ColumnRange> columns) {
  public FileContent {
    columns = Map.copyOf(columns);
  }
}
