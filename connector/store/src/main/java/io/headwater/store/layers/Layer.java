package io.headwater.store.layers;

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
import io.headwater.store.Operation;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.content.Content;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store that wraps another store. Every request to the inner store goes through {@link #around}.
 */
public abstract class Layer implements ObjectStore {
  private final ObjectStore inner;

  /**
   * @param inner the wrapped store; closed with this one
   */
  protected Layer(ObjectStore inner) {
    this.inner = inner;
  }

  /** The wrapped store. */
  protected final ObjectStore inner() {
    return inner;
  }

  /** Sends a request: once, several times, or not at all. */
  protected abstract <T> T around(Request request, Call<T> call) throws IOException;

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public Set<Capability> capabilities() {
    return inner.capabilities();
  }

  @Override
  public Set<Capability> verifiedCapabilities(String near) throws IOException {
    return inner.verifiedCapabilities(near);
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    return around(Request.of(Operation.HEAD, key), () -> inner.head(key));
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    return around(Request.of(Operation.GET, key), () -> inner.get(key, options));
  }

  @Override
  public StorletAnswer run(String key, StorletCall call) throws IOException {
    return around(Request.of(Operation.STORLET, key), () -> inner.run(key, call));
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) throws IOException {
    Request request = Request.sending(Operation.PUT, key, options.mode(), content.length());
    return around(request, () -> inner.put(key, content, options));
  }

  @Override
  public Optional<ObjectStream> stream(String key, StreamOptions options) throws IOException {
    return inner.stream(key, options.withRequests(new LayerRequests(this, options.requests(), key)))
        .map(stream -> new LayerStream(this, stream, key, options.put().mode()));
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) throws IOException {
    Request request = Request.sending(Operation.COPY, target, options.mode(), 0);
    return around(request, () -> inner.copy(source, target, options));
  }

  @Override
  public void delete(String key) throws IOException {
    around(
        Request.of(Operation.DELETE, key),
        () -> {
          inner.delete(key);
          return key;
        });
  }

  /** Sends one request per batch, or per key without {@link Capability#BULK_DELETE}. */
  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) throws IOException {
    if (!capabilities().contains(Capability.BULK_DELETE)) {
      return Deletes.oneByOne(keys, this::delete);
    }
    return Deletes.inBatches(
        keys,
        BULK_DELETE_LIMIT,
        batch -> around(Request.of(Operation.BULK_DELETE, ""), () -> inner.deleteAll(batch)));
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    return around(Request.of(Operation.LIST, options.prefix()), () -> inner.list(options));
  }

  @Override
  public MultipartUploads uploads() {
    return new LayerUploads(this, inner.uploads());
  }

  @Override
  public void close() throws IOException {
    inner.close();
  }
}
