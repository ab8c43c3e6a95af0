package io.headwater.store.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of an object or a part. Their length is known, and they can be read again for a retry.
 */
public interface Content {
  /** The length in bytes. */
  long length();

  /** A new stream over all bytes. Any number may be open at once. */
  InputStream open() throws IOException;

  /** The bytes of an array. The caller must not change it afterwards. */
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

  /** Content without bytes. */
  static Content empty() {
    return of(new byte[0]);
  }
}
