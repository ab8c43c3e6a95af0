package io.headwater.commit.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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

  private final String place;

  private ManifestParser(String place) {
    this.place = place;
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
        "Restore the object, or write the dataset again after deleting it");
    return new ManifestParser(place).read(document.readNBytes((int) length));
  }

  private Optional<Manifest> read(byte[] bytes) throws IOException {
    JsonNode root;
    if (!beginsAsObject(bytes)) {
      return Optional.empty();
    }
    try {
      root = JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw malformed("it is cut or no JSON (" + e.getOriginalMessage() + ")", e);
    }
    JsonNode manifest = root.get("headwater");
    return manifest == null
        ? Optional.empty()
        : Optional.of(manifest(manifest, root.path("timestamp").asLong()));
  }

  private static boolean beginsAsObject(byte[] bytes) {
    for (byte each : bytes) {
      if (!Character.isWhitespace(each)) {
        return each == '{';
      }
    }
    return false;
  }

  private Manifest manifest(JsonNode node, long timestamp) throws MalformedManifestException {
    JsonNode format = node.path("format");
    if (!format.isInt() || format.intValue() < 1 || format.intValue() > Manifest.FORMAT) {
      throw malformed(
          "its format is " + format + ", and this version reads 1 to " + Manifest.FORMAT, null);
    }
    String kind = text(node, "kind");
    if (!kind.equals("base") && !kind.equals("delta")) {
      throw malformed("its kind is " + kind, null);
    }
    String id = text(node, "id");
    return new Manifest(
        format.intValue(),
        kind.equals("base") ? Manifest.Kind.BASE : Manifest.Kind.DELTA,
        id,
        text(node, "tag"),
        job(member(node, "job")),
        Instant.ofEpochMilli(timestamp),
        node.has("replaced") ? Optional.of(replaced(node.get("replaced"))) : Optional.empty(),
        new HashSet<>(list(node, "folded", each -> string(each, "folded"))),
        list(node, "excluded", this::excluded),
        new HashSet<>(list(node, "removed", each -> removed(each, format.intValue()))),
        summary(member(node, "summary")),
        list(node, "entries", each -> entry(each, id)));
  }

  private ManifestJob job(JsonNode node) throws MalformedManifestException {
    return new ManifestJob(
        text(node, "id"),
        Optional.ofNullable(node.path("application").textValue()),
        Optional.ofNullable(node.path("user").textValue()));
  }

  private Manifest.Replaced replaced(JsonNode node) throws MalformedManifestException {
    Optional<String> id = node.has("id") ? Optional.of(text(node, "id")) : Optional.empty();
    return new Manifest.Replaced(id, text(node, "etag"));
  }

  private Manifest.Excluded excluded(JsonNode node) throws MalformedManifestException {
    String key = text(node, "key");
    require(KeyRule.isListed(key), "an excluded object's key", key);
    return new Manifest.Excluded(
        key, text(node, "etag"), Instant.ofEpochMilli(number(node, "modified")));
  }

  private Manifest.Removed removed(JsonNode node, int format) throws MalformedManifestException {
    boolean byKey = format == Manifest.FIRST_FORMAT;
    String key = byKey ? string(node, "removed") : text(node, "key");
    require(KeyRule.isPath(key), "a removed key", key);
    return byKey
        ? Manifest.Removed.ofKey(key)
        : new Manifest.Removed(key, text(node, "etag"), text(node, "added"));
  }

  private Manifest.Summary summary(JsonNode node) throws MalformedManifestException {
    return new Manifest.Summary(
        number(node, "files"),
        number(node, "bytes"),
        node.path("rows").asLong(ManifestEntry.UNKNOWN),
        number(node, "requests"),
        number(node, "milliseconds"));
  }

  private ManifestEntry entry(JsonNode node, String manifest) throws MalformedManifestException {
    Map<String, ColumnRange> columns = new LinkedHashMap<>();
    node.path("columns")
        .properties()
        .forEach(column -> columns.put(column.getKey(), column(column.getValue())));
    String key = text(node, "key");
    require(KeyRule.isPath(key), "an entry's key", key);
    long length = number(node, "length");
    if (length < 0) {
      throw malformed("an entry's length is " + length, null);
    }
    return new ManifestEntry(
        key,
        length,
        text(node, "etag"),
        node.path("rows").asLong(ManifestEntry.UNKNOWN),
        node.has("partition") ? partition(node.get("partition")) : Map.of(),
        columns,
        // Thousands of entries share few values.
        node.has("added") ? text(node, "added").intern() : manifest);
  }

  private Map<String, String> partition(JsonNode node) throws MalformedManifestException {
    boolean texts =
        node.properties().stream()
            .map(Map.Entry::getValue)
            .allMatch(value -> value.isTextual() || value.isNull());
    if (!node.isObject() || !texts) {
      throw malformed("an entry's partition is no object of texts: " + node, null);
    }
    Map<String, String> values = new LinkedHashMap<>();
    node.properties().forEach(value -> values.put(value.getKey(), value.getValue().textValue()));
    return values;
  }

  private void require(boolean valid, String what, String key) throws MalformedManifestException {
    if (!valid) {
      throw malformed(what + " is \"" + key + "\", which is no key below the root", null);
    }
  }

  private static ColumnRange column(JsonNode node) {
    return new ColumnRange(
        node.path("min").textValue(), node.path("max").textValue(), node.path("nulls").asLong(-1));
  }

  private JsonNode member(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = node.get(name);
    if (member == null) {
      throw malformed("it lacks " + name, null);
    }
    return member;
  }

  private String text(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = member(node, name);
    if (!member.isTextual()) {
      throw malformed(name + " is no text: " + member, null);
    }
    return member.textValue();
  }

  private long number(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = member(node, name);
    if (!member.isIntegralNumber() || !member.canConvertToLong()) {
      throw malformed(name + " is no whole number: " + member, null);
    }
    return member.longValue();
  }

  private String string(JsonNode node, String name) throws MalformedManifestException {
    if (!node.isTextual()) {
      throw malformed(name + " has what is no text: " + node, null);
    }
    return node.textValue();
  }

  /** Reads one element. */
  private interface Element<T> {
    T read(JsonNode node) throws MalformedManifestException;
  }

  private <T> List<T> list(JsonNode node, String name, Element<T> element)
      throws MalformedManifestException {
    JsonNode member = member(node, name);
    if (!member.isArray()) {
      throw malformed(name + " is no list", null);
    }
    List<T> all = new ArrayList<>(member.size());
    for (JsonNode each : member) {
      all.add(element.read(each));
    }
    return all;
  }

  private MalformedManifestException malformed(String reason, Throwable cause) {
    return new MalformedManifestException(
        place
            + " begins as a manifest, but "
            + reason
            + "; nothing of its dataset can be told. Restore the object, or write the dataset again"
            + " after deleting it",
        cause);
  }
}
