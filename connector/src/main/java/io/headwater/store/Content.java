package io.headwater.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of an object or of a part: of known length, and readable again when sent again. */
public interface Content {
  /** In bytes. */
  long length();

  /** A fresh stream over all the bytes; any number may be open at once. */
  InputStream open() throws IOException;

  /** The bytes of an array, which the caller no longer changes. */
  static Content of(byte[] bytes) {
    return new Content() {
      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }
    };
  }

  /** No bytes at all. */
  static Content empty() {
    return of(new byte[0]);
  }
}
