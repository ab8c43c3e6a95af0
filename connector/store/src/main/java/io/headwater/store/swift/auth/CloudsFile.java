package io.headwater.store.swift.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.headwater.store.exception.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The user's {@code clouds.yaml}, with {@code secure.yaml} merged over it. Headwater looks for each
 * in the same places as openstacksdk, and takes the first that exists:
 *
 * <ol>
 *   <li>the file in OS_CLIENT_CONFIG_FILE (OS_CLIENT_SECURE_FILE)
 *   <li>the working folder
 *   <li>{@code openstack} in XDG_CONFIG_HOME (by default {@code ~/.config})
 *   <li>{@code /etc/openstack}
 * </ol>
 *
 * <p>The extension is .yaml, .yml or .json.
 */
final class CloudsFile {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

  private final Map<String, String> environment;
  private final List<Path> folders;

  /**
   * @param folders where to look, in order of preference
   */
  CloudsFile(Map<String, String> environment, List<Path> folders) {
    this.environment = environment;
    this.folders = folders;
  }

  /** The folders in which openstacksdk looks. */
  static List<Path> usualFolders(Map<String, String> environment) {
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path user = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(xdg);
    return List.of(
        Path.of("").toAbsolutePath(), user.resolve("openstack"), Path.of("/etc/openstack"));
  }

  /**
   * One cloud.
   *
   * @throws StoreException if the file or the cloud does not exist, or the file cannot be parsed
   */
  CloudSettings cloud(String name) throws IOException {
    Path file =
        find("OS_CLIENT_CONFIG_FILE", "clouds")
            .orElseThrow(
                () ->
                    new StoreException(
                        "no cloud "
                            + name
                            + ": there is no clouds.yaml in "
                            + folders
                            + ", and OS_CLIENT_CONFIG_FILE names none",
                        null));
    JsonNode clouds = read(file).path("clouds");
    if (!clouds.path(name).isObject()) {
      List<String> names = new ArrayList<>();
      clouds.fieldNames().forEachRemaining(names::add);
      throw new StoreException("no cloud " + name + " in " + file + "; it has " + names, null);
    }
    ObjectNode cloud = (ObjectNode) clouds.path(name);
    Optional<Path> secure = find("OS_CLIENT_SECURE_FILE", "secure");
    if (secure.isPresent()) {
      merge(cloud, read(secure.get()).path("clouds").path(name));
    }
    return new CloudSettings("cloud " + name + " in " + file, flat(cloud));
  }

  private Optional<Path> find(String variable, String name) {
    String named = environment.getOrDefault(variable, "");
    Stream<Path> own = named.isEmpty() ? Stream.empty() : Stream.of(Path.of(named));
    Stream<Path> usual =
        folders.stream()
            .flatMap(folder -> ENDINGS.stream().map(ending -> folder.resolve(name + ending)));
    return Stream.concat(own, usual).filter(Files::isRegularFile).findFirst();
  }

  private static JsonNode read(Path file) throws IOException {
    try {
      return YAML.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      // The parser's message quotes the line, which may contain a secret.
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new StoreException(file + " is no YAML: see line " + line, null);
    }
  }

  private static void merge(ObjectNode base, JsonNode over) {
    for (Map.Entry<String, JsonNode> field : over.properties()) {
      boolean deep = base.path(field.getKey()).isObject() && field.getValue().isObject();
      if (deep) {
        merge((ObjectNode) base.get(field.getKey()), field.getValue());
      } else {
        base.set(field.getKey(), field.getValue());
      }
    }
  }

  /** The settings of the cloud. Those of its auth section have the prefix {@code auth.}. */
  private static Map<String, String> flat(ObjectNode cloud) {
    Map<String, String> values = new HashMap<>();
    cloud.properties().forEach(field -> addText(values, field.getKey(), field.getValue()));
    cloud
        .path("auth")
        .properties()
        .forEach(field -> addText(values, "auth." + field.getKey(), field.getValue()));
    return values;
  }

  private static void addText(Map<String, String> values, String name, JsonNode value) {
    if (value.isValueNode() && !value.isNull()) {
      values.put(name, value.asText());
    }
  }
}
