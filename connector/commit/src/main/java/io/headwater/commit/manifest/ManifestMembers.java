package io.headwater.commit.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Members of a manifest's JSON, checked for their types (protocol/PROTOCOL.md, section 4). */
final class ManifestMembers {
  private final String place;

  /**
   * @param place the object's name, for errors
   */
  ManifestMembers(String place) {
    this.place = place;
  }

  JsonNode member(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = node.get(name);
    if (member == null) {
      throw malformed("it lacks " + name, null);
    }
    return member;
  }

  String text(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = member(node, name);
    if (!member.isTextual()) {
      throw malformed(name + " is no text: " + member, null);
    }
    return member.textValue();
  }

  long number(JsonNode node, String name) throws MalformedManifestException {
    JsonNode member = member(node, name);
    if (!member.isIntegralNumber() || !member.canConvertToLong()) {
      throw malformed(name + " is no whole number: " + member, null);
    }
    return member.longValue();
  }

  long count(JsonNode node, String name) throws MalformedManifestException {
    long number = number(node, name);
    if (number < 0) {
      throw malformed("an entry's " + name + " is " + number, null);
    }
    return number;
  }

  Optional<String> optionalText(JsonNode node, String name) throws MalformedManifestException {
    return node.has(name) ? Optional.of(text(node, name)) : Optional.empty();
  }

  String etag(JsonNode node) throws MalformedManifestException {
    String etag = text(node, "etag");
    if (etag.indexOf('"') >= 0) {
      throw malformed("an etag is " + etag + ", with quotes", null);
    }
    return etag;
  }

  String string(JsonNode node, String name) throws MalformedManifestException {
    if (!node.isTextual()) {
      throw malformed(name + " has what is no text: " + node, null);
    }
    return node.textValue();
  }

  /** Reads one element. */
  interface Element<T> {
    T read(JsonNode node) throws MalformedManifestException;
  }

  <T> List<T> list(JsonNode node, String name, Element<T> element)
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

  MalformedManifestException malformed(String reason, Throwable cause) {
    return new MalformedManifestException(
        place
            + " begins as a manifest, but "
            + reason
            + ". Its dataset cannot be read. Restore the object, or delete the dataset "
            + "and write it again",
        cause);
  }
}
