package io.headwater.store.content;

/**
 * A range of an object's bytes (RFC 9110, section 14).
 *
 * @param start the first byte's offset, or a negative number for "the last {@code -start} bytes"
 * @param end the offset after the last byte, {@link Long#MAX_VALUE} for "to the object's end"
 */
public record ByteRange(long start, long end) {
  public ByteRange {
    if (start >= end || (start < 0 && end != Long.MAX_VALUE)) {
      throw new IllegalArgumentException("no byte range: start " + start + ", end " + end);
    }
  }

  /** From an offset to the object's end. */
  public static ByteRange from(long start) {
    return new ByteRange(start, Long.MAX_VALUE);
  }

  /** {@code length} bytes from an offset. The response is shorter if the object ends before. */
  public static ByteRange of(long start, long length) {
    return new ByteRange(start, Math.addExact(start, length));
  }

  /** The object's last bytes, or all of them if it has fewer. */
  public static ByteRange last(long length) {
    return new ByteRange(-length, Long.MAX_VALUE);
  }

  /** The value of a Range header. */
  public String toHeader() {
    if (start < 0) {
      return "bytes=" + start;
    }
    return "bytes=" + start + "-" + (end == Long.MAX_VALUE ? "" : String.valueOf(end - 1));
  }
}
