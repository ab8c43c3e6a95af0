package io.headwater.store.s3;

import io.headwater.store.Capability;
import io.headwater.store.CopyOptions;
import io.headwater.store.DeleteFailure;
import io.headwater.store.Deletes;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStream;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.concurrent.Shared;
import io.headwater.store.content.Content;
import io.headwater.store.copy.Copier;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A bucket, accessed by the S3 REST API. Each call sends one request. {@link #copy} first requests
 * the source's length, if the caller has not seen it.
 */
public final class S3Store implements ObjectStore {
  private final String bucket;
  private final S3Conditions conditions;
  private final Closeable owned;
  private final S3Client client;
  private final S3Errors errors;
  private final S3Reader reader;
  private final S3Storlets storlets;
  private final S3Lister lister;
  private final S3Deleter deleter;
  private final S3Writer writer;
  private final Copier copier;
  private final CreatingCopier creatingCopier;
  private final S3Uploads uploads;

  private S3Store(
      String bucket,
      S3Settings settings,
      Shared<S3Settings, S3Connections>.Lease connections,
      long copyThreshold) {
    this.bucket = bucket;
    this.conditions = new S3Conditions(bucket, settings);
    this.owned = connections;
    this.client = connections.value().client();
    this.errors = new S3Errors(bucket, settings, connections.value().bodies());
    this.reader = new S3Reader(bucket, client, errors);
    this.storlets = new S3Storlets(bucket, client, errors);
    this.lister = new S3Lister(bucket, client, errors);
    this.deleter = new S3Deleter(bucket, client, errors);
    this.uploads = new S3Uploads(bucket, conditions, client, errors, reader);
    this.writer = new S3Writer(bucket, conditions, client, errors);
    this.copier =
        new Copier(
            new S3CopyRequests(
                bucket, client, errors, reader, copyThreshold, settings.endpoint().isPresent()),
            uploads);
    this.creatingCopier = new CreatingCopier(reader, writer, copier);
  }

  /**
   * Opens a bucket. It shares the connections of all stores with the same settings. Sends no
   * request.
   *
   * @param bucket its name, without scheme
   */
  public static S3Store open(String bucket, S3Settings settings) throws IOException {
    return open(bucket, settings, S3CopyRequests.SINGLE_COPY_LIMIT);
  }

  /** Opens a bucket with another threshold for copies in parts, which tests can reach. */
  static S3Store open(String bucket, S3Settings settings, long copyThreshold) throws IOException {
    return new S3Store(bucket, settings, S3Connections.shared(settings), copyThreshold);
  }

  @Override
  public String name() {
    return "s3://" + bucket;
  }

  @Override
  public Set<Capability> capabilities() {
    return conditions.capabilities();
  }

  @Override
  public Set<Capability> verifiedCapabilities(String near) throws IOException {
    conditions.learn(ConditionProbe.near(near, bucket, client, errors));
    return conditions.capabilities();
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return reader.head(key);
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    return reader.get(key, options);
  }

  @Override
  public StorletAnswer run(String key, StorletCall call) throws IOException {
    return storlets.run(key, call);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    return writer.put(key, content, options);
  }

  /** S3 accepts no body of unknown length. */
  @Override
  public Optional<ObjectStream> stream(String key, StreamOptions options) {
    throw new UnsupportedOperationException(name() + " does not support streams of unknown length");
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) throws IOException {
    options.requireOf(capabilities(), name() + "/" + target);
    return options.isCreating()
        ? creatingCopier.copy(source, target, options.source())
        : copier.copy(source, target, options);
  }

  @Override
  public void delete(String key) throws IOException {
    deleter.delete(key);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) throws IOException {
    if (!capabilities().contains(Capability.BULK_DELETE)) {
      return Deletes.oneByOne(keys, this::delete);
    }
    return Deletes.inBatches(keys, BULK_DELETE_LIMIT, deleter::deleteBatch);
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    return lister.list(options);
  }

  @Override
  public MultipartUploads uploads() {
    if (!capabilities().contains(Capability.MULTIPART_UPLOAD)) {
      throw new UnsupportedOperationException(name() + " has no multipart uploads");
    }
    return uploads;
  }

  @Override
  public void close() throws IOException {
    owned.close();
  }
}
