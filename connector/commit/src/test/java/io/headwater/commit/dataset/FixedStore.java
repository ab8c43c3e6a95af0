package io.headwater.commit.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwater.store.Capability;
import io.headwater.store.CopyOptions;
import io.headwater.store.DeleteFailure;
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
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The objects of a golden case, with its ETags and times. Read-only. */
final class FixedStore implements ObjectStore {
  private final Map<String, ObjectInfo> objects = new TreeMap<>();
  private final Map<String, ObjectInfo> listed = new TreeMap<>();
  private final Map<String, byte[]> bytes = new TreeMap<>();
  private final Set<Capability> capabilities;

  FixedStore(JsonNode described, Set<Capability> capabilities) {
    this.capabilities = Set.copyOf(capabilities);
    for (JsonNode each : described) {
      String key = each.get("key").asText();
      Instant modified = Instant.ofEpochMilli(each.get("modified").asLong());
      byte[] body = body(each);
      long length = body == null ? each.get("length").asLong() : body.length;
      String etag = each.get("etag").asText();
      objects.put(key, new ObjectInfo(key, length, etag, modified, Map.of()));
      String shown = each.path("listed").asText(etag);
      listed.put(key, new ObjectInfo(key, length, shown, modified, Map.of()));
      if (body != null) {
        bytes.put(key, body);
      }
    }
  }

  private static byte[] body(JsonNode described) {
    JsonNode document = described.get("document");
    String text = document != null ? document.toString() : described.path("text").textValue();
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return "golden://case";
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public ObjectInfo head(String key) throws IOException {
    if (!objects.containsKey(key)) {
      throw new ObjectNotFoundException(key, null);
    }
    return objects.get(key);
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    ObjectInfo info = head(key);
    if (options.range().filter(range -> !range.equals(ByteRange.from(0))).isPresent()) {
      throw new UnsupportedOperationException("a range of " + key);
    }
    byte[] body = bytes.get(key);
    InputStream stream = body == null ? unread(key) : new ByteArrayInputStream(body);
    return new ObjectBody(info, 0, info.length(), stream);
  }

  /** The bytes of an object that has none in the case. Reading them fails. */
  private static InputStream unread(String key) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw new IOException(key + " was read");
      }
    };
  }

  @Override
  public ListPage list(ListOptions options) {
    List<ObjectInfo> found =
        listed.values().stream()
            .filter(object -> object.key().startsWith(options.prefix()))
            .toList();
    return new ListPage(found, List.of(), Optional.empty());
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    throw new UnsupportedOperationException(key);
  }

  @Override
  public Optional<ObjectStream> stream(String key, StreamOptions options) {
    throw new UnsupportedOperationException(key);
  }

  @Override
  public ObjectInfo copy(String source, String target, CopyOptions options) {
    throw new UnsupportedOperationException(source);
  }

  @Override
  public void delete(String key) {
    throw new UnsupportedOperationException(key);
  }

  @Override
  public List<DeleteFailure> deleteAll(List<String> keys) {
    throw new UnsupportedOperationException("delete");
  }

  @Override
  public MultipartUploads uploads() {
    throw new UnsupportedOperationException("uploads");
  }

  @Override
  public void close() {}
}
