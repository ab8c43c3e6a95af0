package io.headwater.commit.manifest;

import java.io.Serializable;

/**
 * What is known of the values of one column in one object.
 *
 * @param min no value is less, as text; null if not known
 * @param max no value is greater, as text; null if not known
 * @param nulls how many are null; negative if not known
 */
public record ColumnRange(String min, String max, long nulls) implements Serializable {}
