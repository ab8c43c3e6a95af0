package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestKeys;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The datasets above files and folders, which may have objects at or below these as entries. Each
 * is read on demand, once.
 */
final class DatasetsAbove {
  private final DatasetReader reader;
  private final Map<String, DatasetState> states = new HashMap<>();
  private final Map<String, Optional<String>> tags = new HashMap<>();

  DatasetsAbove(DatasetReader reader) {
    this.reader = reader;
  }

  /**
   * The dataset above a place that has an object as an entry. The object's name determines which
   * one (rule N1), unless it was moved (rule N2).
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
   * The dataset of which an object becomes an entry once its manifests contain it. The object's
   * name determines it (rule N1), or it is one above a moved place (rule N2).
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

  /** The same for an object that was written, even if the base of a moved dataset is not listed. */
  Optional<DatasetState> receiving(String place, String key) throws IOException {
    Optional<DatasetState> listed = governing(place, key);
    Optional<GovernedName> name = GovernedName.parse(key);
    if (listed.isPresent() || name.isEmpty()) {
      return listed;
    }
    return declaring(place, name.get().tag());
  }

  /**
   * Whether a job wrote an object for a dataset whose root is above a place (rules N1 and N2). If
   * no manifest of that dataset has it, it may be a running job's, or the listing of the manifests
   * is late.
   */
  boolean mayHave(String place, String key) throws IOException {
    Optional<GovernedName> name = GovernedName.parse(key);
    if (name.isEmpty()) {
      return false;
    }
    Optional<String> root = name.get().rootAbove(key);
    return root.isPresent()
        ? isAbove(root.get(), place)
        : declaring(place, name.get().tag()).isPresent();
  }

  /** The nearest dataset above whose base declares a tag. */
  private Optional<DatasetState> declaring(String place, String tag) throws IOException {
    return first(place, state -> declaredBy(state).filter(tag::equals).isPresent());
  }

  /** The tag that a dataset's base declares. A base that is not listed is requested by its name. */
  private Optional<String> declaredBy(DatasetState state) throws IOException {
    Optional<String> known = tags.get(state.root());
    if (known == null) {
      Optional<Manifest> base =
          state.base().isPresent() ? state.base() : reader.readBase(state.root()).manifest();
      known = base.map(Manifest::tag);
      tags.put(state.root(), known);
    }
    return known;
  }

  /** Whether a root is above a place. */
  private static boolean isAbove(String root, String place) {
    return !root.equals(place) && place.startsWith(ManifestKeys.under(root));
  }

  /** A condition on a state. */
  private interface Condition {
    boolean test(DatasetState state) throws IOException;
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
