package io.headwater.store.s3;

import io.headwater.store.ResponseBody;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.AbortedException;

/** The body of a response of the AWS SDK. */
final class S3ResponseBody implements ResponseBody {
  private final ResponseInputStream<?> response;
  private final InputStream stream;

  S3ResponseBody(ResponseInputStream<?> response) {
    this.response = response;
    this.stream = new Interruptible(response);
  }

  @Override
  public InputStream stream() {
    return stream;
  }

  @Override
  public void release() throws IOException {
    try {
      response.close();
    } catch (AbortedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void abort() {
    response.abort();
  }

  private static ClosedByInterruptException interrupted(AbortedException cause) {
    Thread.currentThread().interrupt();
    ClosedByInterruptException interrupted = new ClosedByInterruptException();
    interrupted.initCause(cause);
    return interrupted;
  }

  /** Throws an {@link IOException} where the SDK reports an interruption by an unchecked one. */
  private static final class Interruptible extends FilterInputStream {
    Interruptible(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
      try {
        return in.read(buffer, offset, count);
      } catch (AbortedException e) {
        throw interrupted(e);
      }
    }

    @Override
    public long skip(long count) throws IOException {
      try {
        return in.skip(count);
      } catch (AbortedException e) {
        throw interrupted(e);
      }
    }
  }
}
