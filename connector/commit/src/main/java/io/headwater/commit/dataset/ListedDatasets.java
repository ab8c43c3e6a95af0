package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The states of the datasets in a listing. A manifest is read only if the listing shows the
 * manifest itself or a governed object's name.
 */
final class ListedDatasets {
  private static final String LAST = "~";

  private final ObjectStore store;
  private final DatasetReader reader;
  private final ListOptions listing;
  private final Map<String, DatasetState> states = new HashMap<>();
  private final boolean isWalk;
  private boolean started;

  ListedDatasets(
      ObjectStore store,
      DatasetReader reader,
      ListOptions listing,
      Optional<Map<String, DatasetState>> known) {
    this.store = store;
    this.reader = reader;
    this.listing = listing;
    this.isWalk = known.isPresent();
    known.ifPresent(states::putAll);
  }

  /** The states so far, by root. */
  Map<String, DatasetState> states() {
    return states;
  }

  /** The key of the listed folder. */
  String folder() {
    String prefix = listing.prefix();
    return prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1);
  }

  /** Reads the states that the next page refers to. */
  void find(ListPage page, List<ListedObject> listed) throws IOException {
    if (!started && !isWalk && !store.capabilities().contains(Capability.CONSISTENT_LISTING)) {
      readAllAbove();
    }
    if (!started && page.next().isPresent()) {
      find(folder(), page); // The base must also decide on the keys that sort before it.
    }
    for (String root : rootsOfLaterBases(page)) {
      find(root, page);
    }
    if (!started && !isWalk && mayBeExcludedFromAbove(listed)) {
      find(table(), page);
    }
    findNamed(listed, page);
    started = true;
  }

  private void readAllAbove() throws IOException {
    for (String above = folder(); ; above = GovernedName.parent(above)) {
      states.put(above, reader.read(above));
      if (above.isEmpty()) {
        return;
      }
    }
  }

  private void findNamed(List<ListedObject> listed, ListPage page) throws IOException {
    for (ListedObject each : listed) {
      for (Optional<String> root :
          List.of(
              each.root(),
              ManifestKeys.rootOfBase(each.key()),
              ManifestKeys.rootOfDelta(each.key()))) {
        if (root.isPresent()) {
          find(root.get(), page);
        }
      }
    }
  }

  /** Folders whose first objects are on this page and whose base, if any, is on a later one. */
  private List<String> rootsOfLaterBases(ListPage page) {
    List<String> roots = new ArrayList<>();
    if (page.next().isPresent() && !page.objects().isEmpty()) {
      String last = page.objects().get(page.objects().size() - 1).key();
      for (String above = GovernedName.parent(last);
          above.length() > folder().length();
          above = GovernedName.parent(above)) {
        if (ManifestKeys.base(above).compareTo(last) > 0) {
          roots.add(above);
        }
      }
    }
    return roots;
  }

  private void find(String root, ListPage page) throws IOException {
    if (!states.containsKey(root)) {
      boolean complete = isComplete(root, page);
      states.put(root, complete ? reader.read(root, page.objects()) : reader.read(root));
    }
  }

  /** Whether a page contains all protocol objects of a root. */
  private boolean isComplete(String root, ListPage page) {
    String first = ManifestKeys.base(root);
    List<ObjectInfo> objects = page.objects();
    boolean inside =
        listing.rolledUp()
            ? root.equals(folder())
            : ManifestKeys.under(root).startsWith(listing.prefix());
    return inside
        && !objects.isEmpty()
        && (!started || objects.get(0).key().compareTo(first) < 0)
        && (page.next().isEmpty()
            || objects.get(objects.size() - 1).key().compareTo(first + LAST) > 0);
  }

  /**
   * A partition's folder with only foreign objects: a job that replaced them may have ended before
   * it deleted them.
   */
  private boolean mayBeExcludedFromAbove(List<ListedObject> listed) {
    return GovernedName.isPartition(folder())
        && !listed.isEmpty()
        && listed.stream().allMatch(each -> each.root().isEmpty());
  }

  /** The key of the table whose partition is listed, or of the listed folder itself. */
  String table() {
    String above = folder();
    while (GovernedName.isPartition(above)) {
      above = GovernedName.parent(above);
    }
    return above;
  }

  /** The dataset that governs an object. */
  Optional<DatasetState> governor(ListedObject listed) {
    String key = listed.key();
    boolean isForeign = listed.name().isEmpty();
    return listed
        .root()
        .map(states::get)
        .or(
            () ->
                states.values().stream()
                    .filter(state -> isForeign ? state.mentions(key) : state.governs(key))
                    .findAny());
  }
}
