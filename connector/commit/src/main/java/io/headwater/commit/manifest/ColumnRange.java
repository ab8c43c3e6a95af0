package io.headwater.commit.manifest;

import java.io.Serializable;

/**
 * What is known of the values of one column in one object.
 *
 * @param min a lower bound, as text, or null if unknown
 * @param max an upper bound, as text, or null if unknown
 * @param nulls the number of nulls, or negative if unknown
 */
public record ColumnRange(String min, String max, long nulls) implements Serializable {}
