package io.headwater.commit.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Parses a manifest's document, and distinguishes it from other programs' objects at the same key.
 */
public final class ManifestParser {
  private static final ObjectMapper JSON =
      new ObjectMapper(new JsonFactory())
          .configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true)
          .configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, true);

  /** The white space of JSON (RFC 8259, section 2). */
  private static final String JSON_SPACE = " \t\n\r";

  private final ManifestMembers members;

  private ManifestParser(String place) {
    members = new ManifestMembers(place);
  }

  /**
   * Parses a document.
   *
   * @param length in bytes
   * @param place the object's name, for errors
   * @return empty if it is not a manifest: empty, no JSON object, or without the member {@code
   *     headwater}
   * @throws MalformedManifestException if it is an invalid manifest, or is longer than {@link
   *     Manifest#MAXIMUM_LENGTH}, in which case nothing is read
   */
  public static Optional<Manifest> parse(InputStream document, long length, String place)
      throws IOException {
    DocumentLength.require(
        place,
        length,
        "a manifest",
        "Restore the object, or delete the dataset and write it again");
    return new ManifestParser(place).read(document.readNBytes((int) length));
  }

  private Optional<Manifest> read(byte[] bytes) throws IOException {
    JsonNode root;
    if (!beginsAsObject(bytes)) {
      return Optional.empty();
    }
    try {
      root = JSON.readTree(text(bytes));
    } catch (JsonProcessingException e) {
      throw members.malformed("it is truncated or not JSON (" + e.getOriginalMessage() + ")", e);
    } catch (CharacterCodingException e) {
      throw members.malformed("it is not UTF-8", e);
    }
    JsonNode manifest = root.get("headwater");
    return manifest == null
        ? Optional.empty()
        : Optional.of(manifest(manifest, root.path("timestamp").asLong()));
  }

  /** The text of UTF-8. Jackson alone would read other encodings too, and overlong characters. */
  private static Reader text(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }

  private static boolean beginsAsObject(byte[] bytes) {
    for (byte each : bytes) {
      if (JSON_SPACE.indexOf(each) < 0) {
        return each == '{';
      }
    }
    return false;
  }

  private Manifest manifest(JsonNode node, long timestamp) throws MalformedManifestException {
    JsonNode format = node.path("format");
    if (!format.isInt() || format.intValue() < 1 || format.intValue() > Manifest.FORMAT) {
      throw members.malformed(
          "its format is " + format + ", and this version reads 1 to " + Manifest.FORMAT, null);
    }
    String kind = members.text(node, "kind");
    if (!kind.equals("base") && !kind.equals("delta")) {
      throw members.malformed("its kind is " + kind, null);
    }
    String id = members.text(node, "id");
    return new Manifest(
        format.intValue(),
        kind.equals("base") ? Manifest.Kind.BASE : Manifest.Kind.DELTA,
        id,
        members.text(node, "tag"),
        job(members.member(node, "job")),
        Instant.ofEpochMilli(timestamp),
        node.has("replaced") ? Optional.of(replaced(node.get("replaced"))) : Optional.empty(),
        new HashSet<>(members.list(node, "folded", each -> members.string(each, "folded"))),
        members.list(node, "excluded", this::excluded),
        new HashSet<>(members.list(node, "removed", each -> removed(each, format.intValue()))),
        summary(members.member(node, "summary")),
        members.list(node, "entries", each -> entry(each, id)));
  }

  private ManifestJob job(JsonNode node) throws MalformedManifestException {
    return new ManifestJob(
        members.text(node, "id"),
        members.optionalText(node, "application"),
        members.optionalText(node, "user"));
  }

  private Manifest.Replaced replaced(JsonNode node) throws MalformedManifestException {
    Optional<String> id = node.has("id") ? Optional.of(members.text(node, "id")) : Optional.empty();
    return new Manifest.Replaced(id, members.etag(node));
  }

  private Manifest.Excluded excluded(JsonNode node) throws MalformedManifestException {
    String key = members.text(node, "key");
    require(KeyRule.isListed(key), "an excluded object's key", key);
    return new Manifest.Excluded(
        key, members.etag(node), Instant.ofEpochMilli(members.number(node, "modified")));
  }

  private Manifest.Removed removed(JsonNode node, int format) throws MalformedManifestException {
    boolean byKey = format == Manifest.FIRST_FORMAT;
    String key = byKey ? members.string(node, "removed") : members.text(node, "key");
    require(KeyRule.isPath(key), "a removed key", key);
    return byKey
        ? Manifest.Removed.ofKey(key)
        : new Manifest.Removed(key, members.etag(node), members.text(node, "added"));
  }

  private Manifest.Summary summary(JsonNode node) throws MalformedManifestException {
    return new Manifest.Summary(
        members.number(node, "files"),
        members.number(node, "bytes"),
        node.path("rows").asLong(ManifestEntry.UNKNOWN),
        members.number(node, "requests"),
        members.number(node, "milliseconds"));
  }

  private ManifestEntry entry(JsonNode node, String manifest) throws MalformedManifestException {
    Map<String, ColumnRange> columns = new LinkedHashMap<>();
    node.path("columns")
        .properties()
        .forEach(column -> columns.put(column.getKey(), column(column.getValue())));
    String key = members.text(node, "key");
    require(KeyRule.isPath(key), "an entry's key", key);
    long length = members.count(node, "length");
    return new ManifestEntry(
        key,
        length,
        members.etag(node),
        node.has("rows") ? members.count(node, "rows") : ManifestEntry.UNKNOWN,
        node.has("partition") ? partition(node.get("partition")) : Map.of(),
        columns,
        // Thousands of entries share few values.
        node.has("added") ? members.text(node, "added").intern() : manifest);
  }

  private Map<String, String> partition(JsonNode node) throws MalformedManifestException {
    boolean texts =
        node.properties().stream()
            .map(Map.Entry::getValue)
            .allMatch(value -> value.isTextual() || value.isNull());
    if (!node.isObject() || !texts) {
      throw members.malformed("an entry's partition is not an object of strings: " + node, null);
    }
    Map<String, String> values = new LinkedHashMap<>();
    node.properties().forEach(value -> values.put(value.getKey(), value.getValue().textValue()));
    return values;
  }

  private void require(boolean valid, String member, String key) throws MalformedManifestException {
    if (!valid) {
      throw members.malformed(
          member + " is \"" + key + "\", which is not a key below the root", null);
    }
  }

  private static ColumnRange column(JsonNode node) {
    return new ColumnRange(
        node.path("min").textValue(), node.path("max").textValue(), node.path("nulls").asLong(-1));
  }
}
