package io.headwater.fs.read;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.EtagPathHandle;
import io.headwater.fs.bucket.ObjectStatus;
import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.PreconditionFailedException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;

/** References to files whose ETags are checked on opening. */
public final class PathHandles {
  private final Bucket bucket;
  private final FileOpener opening;

  public PathHandles(Bucket bucket, FileOpener opening) {
    this.bucket = bucket;
    this.opening = opening;
  }

  /**
   * A handle for a file.
   *
   * @throws UnsupportedOperationException if it must find the file after a move: a store knows an
   *     object only by its name
   */
  public PathHandle create(FileStatus status, HandleOpt... options) {
    if (!(status instanceof ObjectStatus file) || file.key().isEmpty()) {
      throw new IllegalArgumentException("no path handle for " + status.getPath());
    }
    boolean mayMove =
        HandleOpt.getOpt(HandleOpt.Location.class, options)
            .map(HandleOpt.Location::allowChange)
            .orElse(false);
    if (mayMove) {
      throw new UnsupportedOperationException("path handles do not support moved objects");
    }
    boolean mayChange =
        HandleOpt.getOpt(HandleOpt.Data.class, options)
            .map(HandleOpt.Data::allowChange)
            .orElse(false);
    return new EtagPathHandle("/" + file.key(), mayChange ? "" : file.getEtag());
  }

  /** Opens a handle's file, if it still matches the handle. */
  public FSDataInputStream open(PathHandle handle) throws IOException {
    EtagPathHandle reference = EtagPathHandle.parse(handle.bytes());
    String key = bucket.paths().key(new Path(reference.path()));
    Optional<String> etag = Optional.of(reference.etag()).filter(text -> !text.isEmpty());
    GetOptions options = etag.map(GetOptions.WHOLE::withIfMatch).orElse(GetOptions.WHOLE);
    try (ObjectBody body = bucket.store().get(key, options)) {
      return opening.stream(
          new Path(reference.path()),
          key,
          ReadAhead.adaptive(key),
          body.info().length(),
          Optional.of(body.info().etag()));
    } catch (ObjectNotFoundException | PreconditionFailedException e) {
      throw new InvalidPathHandleException(
          reference.path() + " was deleted or replaced after its handle was created", e);
    }
  }
}
