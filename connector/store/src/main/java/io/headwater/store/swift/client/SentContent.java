package io.headwater.store.swift.client;

import io.headwater.store.content.Content;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/**
 * A request's body. Its MD5, which is Swift's ETag, is computed while the body is sent. A failure
 * to read the content is distinct from a failure to send it.
 */
public final class SentContent extends AbstractHttpEntity {
  private static final int BUFFER = 64 << 10;

  private final Content content;
  private String md5 = "";

  SentContent(Content content, ContentType type) {
    super(type, null);
    this.content = content;
  }

  /** The MD5 of the body sent last, in hexadecimal, or empty before the first. */
  String md5() {
    return md5;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[(int) Math.max(1, Math.min(BUFFER, content.length()))];
    try (InputStream in = getContent()) {
      for (long left = content.length(); left > 0; ) {
        int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (read < 0) {
          throw new UnreadableException(new IOException(left + " bytes are missing at its end"));
        }
        digest.update(buffer, 0, read);
        out.write(buffer, 0, read);
        left -= read;
      }
    }
    md5 = HexFormat.of().formatHex(digest.digest());
  }

  @Override
  public InputStream getContent() throws IOException {
    try {
      return new Marked(content.open());
    } catch (IOException e) {
      throw new UnreadableException(e);
    }
  }

  @Override
  public long getContentLength() {
    return content.length();
  }

  @Override
  public boolean isStreaming() {
    return false;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public void close() {}

  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  /** The content could not be read. Sending it again would not help. */
  static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(IOException cause) {
      super("the content to send could not be read: " + cause.getMessage(), cause);
    }
  }

  private static final class Marked extends FilterInputStream {
    Marked(InputStream content) {
      super(content);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        return super.read(buffer, offset, length);
      } catch (IOException e) {
        throw new UnreadableException(e);
      }
    }
  }
}
