package io.headwater.store.s3;

import io.headwater.store.content.Content;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import software.amazon.awssdk.core.sync.RequestBody;

/** A request's body. A failure to read the content is distinct from a failure to send it. */
final class SentContent {
  private SentContent() {}

  static RequestBody of(Content content) {
    return RequestBody.fromContentProvider(
        () -> open(content), content.length(), "application/octet-stream");
  }

  private static InputStream open(Content content) {
    try {
      return new Marked(content.open());
    } catch (IOException e) {
      throw new UncheckedIOException(new UnreadableException(e));
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
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        throw new UnreadableException(e);
      }
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
