package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The datasets above files and folders, of which objects at or below these may be entries. Each is
 * read once, if it has to be read.
 */
final class DatasetsAbove {
  private final DatasetReader reader;
  private final Map<String, DatasetState> states = new HashMap<>();

  DatasetsAbove(DatasetReader reader) {
    this.reader = reader;
  }

  /**
   * The dataset above a place that has an object as an entry. The object's name says which one
   * (rule N1), unless that was moved (rule N2).
   *
   * @param place the object's key, or that of a folder above it
   */
  Optional<DatasetState> having(String place, String key) throws IOException {
    Optional<GovernedName> name = GovernedName.parse(key);
    Optional<String> root = name.flatMap(governed -> governed.rootAbove(key));
    if (name.isEmpty() || root.filter(named -> !isAbove(named, place)).isPresent()) {
      return Optional.empty();
    }
    if (root.isPresent() && state(root.get()).object(key).isPresent()) {
      return Optional.of(state(root.get()));
    }
    return first(place, state -> state.object(key).isPresent());
  }

  /**
   * The dataset of which an object is an entry once its manifests say so: the one that its name
   * says (rule N1), or one above a place that was moved (rule N2).
   *
   * @param place the object's key, or that of a folder above it
   */
  Optional<DatasetState> governing(String place, String key) throws IOException {
    Optional<GovernedName> name = GovernedName.parse(key);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> root = name.get().rootAbove(key);
    return root.isPresent()
        ? Optional.of(state(root.get()))
        : first(place, state -> state.governs(key));
  }

  private static boolean isAbove(String root, String place) {
    return !root.equals(place) && place.startsWith(ManifestKeys.under(root));
  }

  /** What is true of a state. */
  private interface Condition {
    boolean test(DatasetState state);
  }

  private Optional<DatasetState> first(String place, Condition condition) throws IOException {
    String folder = place;
    while (!folder.isEmpty()) {
      folder = GovernedName.parent(folder);
      DatasetState state = state(folder);
      if (condition.test(state)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }

  private DatasetState state(String folder) throws IOException {
    DatasetState known = states.get(folder);
    if (known == null) {
      known = reader.read(folder);
      states.put(folder, known);
    }
    return known;
  }
}
