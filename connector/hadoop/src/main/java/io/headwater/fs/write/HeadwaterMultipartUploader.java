package io.headwater.fs.write;

import io.headwater.commit.dataset.EntryChanges;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.EtagPathHandle;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.fs.hadoop.Futures;
import io.headwater.fs.list.StatusLookup;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.UploadPage.PendingUpload;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.BBPartHandle;
import org.apache.hadoop.fs.BBUploadHandle;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.impl.AbstractMultipartUploader;
import org.apache.hadoop.fs.impl.MultipartUploaderBuilderImpl;

/**
 * Uploads whose parts may come from several processes: Hadoop's MultipartUploader. Its handles are
 * the store's upload ids and part tags. A part is read into memory before it is sent, because it
 * may have to be sent again. Like the stores, it allows to complete or abort an upload repeatedly.
 */
public final class HeadwaterMultipartUploader extends AbstractMultipartUploader {
  private final WriteContext context;
  private final Bucket bucket;
  private final StatusLookup lookup;
  private final MultipartUploads uploads;

  HeadwaterMultipartUploader(WriteContext context, StatusLookup lookup, Path base) {
    super(base);
    this.context = context;
    this.bucket = context.bucket();
    this.lookup = lookup;
    uploads = bucket.store().uploads();
  }

  @Override
  public CompletableFuture<UploadHandle> startUpload(Path path) throws IOException {
    checkPath(path);
    return Futures.of(
        () -> {
          String key = bucket.paths().key(path);
          new ManifestProtection(context).requireNoManifest(key, "by a multipart upload");
          String id = uploads.create(key, PutOptions.OVERWRITE);
          return BBUploadHandle.from(encode(id + "\n" + key));
        });
  }

  @Override
  public CompletableFuture<PartHandle> putPart(
      UploadHandle upload, int number, boolean isLast, Path path, InputStream bytes, long length)
      throws IOException {
    checkPutArguments(path, bytes, number, upload, length);
    String id = uploadId(upload, path);
    return Futures.of(
        () -> {
          Content content = read(bytes, length);
          UploadedPart part = uploads.put(bucket.paths().key(path), id, number, content);
          return BBPartHandle.from(encode(part.length() + "\n" + part.etag()));
        });
  }

  /** The form of Hadoop before 3.4.2. */
  public CompletableFuture<PartHandle> putPart(
      UploadHandle upload, int number, Path path, InputStream bytes, long length)
      throws IOException {
    return putPart(upload, number, false, path, bytes, length);
  }

  private static Content read(InputStream bytes, long length) throws IOException {
    try (bytes) {
      byte[] content = bytes.readNBytes(Math.toIntExact(length));
      if (content.length < length) {
        throw new EOFException(
            "the part should have " + length + " bytes, but its stream ended at " + content.length);
      }
      return Content.of(content);
    }
  }

  @Override
  public CompletableFuture<PathHandle> complete(
      UploadHandle upload, Path path, Map<Integer, PartHandle> handles) throws IOException {
    checkPath(path);
    String id = uploadId(upload, path);
    checkPartHandles(handles);
    if (new HashSet<>(handles.values()).size() < handles.size()) {
      throw new IllegalArgumentException("the same part handle is given for two parts of " + path);
    }
    List<UploadedPart> parts =
        handles.entrySet().stream()
            .map(entry -> part(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingInt(UploadedPart::number))
            .toList();
    return Futures.of(() -> complete(path, id, parts));
  }

  private PathHandle complete(Path path, String id, List<UploadedPart> parts) throws IOException {
    String key = bucket.paths().key(path);
    if (lookup.isFolder(key)) {
      throw new FileAlreadyExistsException("cannot complete " + path + ": it is a folder");
    }
    new ManifestProtection(context).requireNoManifest(key, "by a multipart upload");
    bucket.known().forget(key);
    ObjectInfo object = uploads.complete(key, id, parts, PutMode.OVERWRITE);
    new EntryChanges(bucket.commits(), bucket.datasets()).add(List.of(object));
    return new EtagPathHandle("/" + key, object.etag());
  }

  private static UploadedPart part(int number, PartHandle handle) {
    String[] fields = decode(handle.toByteArray()).split("\n", 2);
    if (fields.length != 2) {
      throw new IllegalArgumentException(
          "the handle of part " + number + " belongs to another store");
    }
    return new UploadedPart(number, fields[1], Long.parseLong(fields[0]));
  }

  @Override
  public CompletableFuture<Void> abort(UploadHandle upload, Path path) throws IOException {
    checkPath(path);
    String id = uploadId(upload, path);
    return Futures.of(
        () -> {
          uploads.abort(bucket.paths().key(path), id);
          return null;
        });
  }

  @Override
  public CompletableFuture<Integer> abortUploadsUnderPath(Path path) throws IOException {
    checkPath(path);
    String prefix = PathKeys.folderPrefix(bucket.paths().key(path));
    return Futures.of(() -> abortAll(prefix));
  }

  private int abortAll(String prefix) throws IOException {
    int aborted = 0;
    UploadListOptions options = UploadListOptions.under(prefix);
    Optional<String> next;
    do {
      UploadPage page = uploads.list(options);
      for (PendingUpload upload : page.uploads()) {
        uploads.abort(upload.key(), upload.uploadId());
        aborted++;
      }
      next = page.next();
      options = next.map(options::after).orElse(options);
    } while (next.isPresent());
    return aborted;
  }

  private String uploadId(UploadHandle upload, Path path) throws FileNotFoundException {
    byte[] bytes = upload.toByteArray();
    checkUploadId(bytes);
    String[] fields = decode(bytes).split("\n", 2);
    if (fields.length != 2 || !fields[1].equals(bucket.paths().key(path))) {
      throw new FileNotFoundException("the handle does not belong to an upload to " + path);
    }
    return fields[0];
  }

  private static ByteBuffer encode(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Builds uploaders, without further options. */
  public static final class Builder
      extends MultipartUploaderBuilderImpl<HeadwaterMultipartUploader, Builder> {
    private final Path base;
    private final WriteContext context;
    private final StatusLookup lookup;

    public Builder(FileSystem fileSystem, Path base, WriteContext context, StatusLookup lookup) {
      super(fileSystem, base);
      this.base = base;
      this.context = context;
      this.lookup = lookup;
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public HeadwaterMultipartUploader build() {
      return new HeadwaterMultipartUploader(context, lookup, base);
    }
  }
}
