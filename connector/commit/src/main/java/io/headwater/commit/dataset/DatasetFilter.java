package io.headwater.commit.dataset;

import io.headwater.commit.AttemptFilter;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Selects the committed objects of a folder's listing: governed objects that are manifest entries,
 * and one attempt of each foreign part. Entries that the listing omits are added.
 *
 * <p>Pages must arrive in order.
 */
public final class DatasetFilter {
  private final ObjectStore store;
  private final DatasetReader reader;
  private final ListOptions listing;
  private final ListedDatasets datasets;
  private final AttemptFilter attempts = new AttemptFilter();
  private final Set<String> shown = new HashSet<>();
  private final NavigableSet<String> folders = new TreeSet<>();
  private final boolean isWalk;

  /**
   * A filter of one listing.
   *
   * @param listing its prefix is empty or ends in a slash
   */
  public DatasetFilter(ObjectStore store, DatasetReader reader, ListOptions listing) {
    this(store, reader, listing, Optional.empty());
  }

  /**
   * A filter of one listing of a recursive walk.
   *
   * @param known the states from listings of the folders above, by root; complete for those folders
   */
  public DatasetFilter(
      ObjectStore store,
      DatasetReader reader,
      ListOptions listing,
      Optional<Map<String, DatasetState>> known) {
    this.store = store;
    this.reader = reader;
    this.listing = listing;
    this.isWalk = known.isPresent();
    datasets = new ListedDatasets(store, reader, listing, known);
  }

  /** The states of the datasets in this listing, by root. */
  public Map<String, DatasetState> states() {
    return datasets.states();
  }

  /** Takes a page. Returns the objects whose selection is decided. */
  public List<ObjectInfo> accept(ListPage page) throws IOException {
    List<ListedObject> listed = page.objects().stream().map(ListedObject::of).toList();
    datasets.find(page, listed);
    folders.addAll(page.prefixes());
    List<ObjectInfo> foreign = new ArrayList<>();
    List<ObjectInfo> counting = new ArrayList<>();
    for (ListedObject each : listed) {
      Optional<DatasetState> governor = datasets.governor(each);
      if (governor.isPresent()) {
        entry(governor.get(), each.object()).ifPresent(counting::add);
      } else if (isCounting(each.object())) {
        foreign.add(each.object());
      }
    }
    counting.addAll(attempts.accept(foreign));
    if (page.next().isEmpty()) {
      counting.addAll(attempts.finish());
      counting.addAll(unlisted());
    }
    return counting;
  }

  /** Folders with manifest entries that the listing omits. Valid after the last page. */
  public List<String> unlistedFolders() {
    if (!listing.rolledUp()) {
      return List.of();
    }
    NavigableSet<String> missing = new TreeSet<>();
    for (DatasetState state : states().values()) {
      for (ObjectInfo object : state.objectsUnder(listing.prefix())) {
        int slash = object.key().indexOf('/', listing.prefix().length());
        if (slash >= 0) {
          missing.add(object.key().substring(0, slash + 1));
        }
      }
    }
    missing.removeAll(folders);
    return List.copyOf(missing);
  }

  private Optional<ObjectInfo> entry(DatasetState state, ObjectInfo listed) throws IOException {
    if (isReplaced(state)) {
      return Optional.empty();
    }
    Optional<ObjectInfo> entry = state.object(listed.key());
    if (entry.isEmpty() && state.lostItsBase(listed)) {
      throw new IOException(
          store.name()
              + "/"
              + ManifestKeys.base(state.root())
              + " is no manifest, but "
              + listed.key()
              + " is older, and a job that commits by manifest wrote it. Either another "
              + "program replaced the manifest, or a job failed and left this object. "
              + "Restore the manifest, or delete what failed jobs left");
    }
    entry.ifPresent(object -> shown.add(object.key()));
    return entry.isPresent() && state.isMoved()
        ? Optional.of(reader.copied(entry.get(), listed))
        : entry;
  }

  private boolean isCounting(ObjectInfo object) {
    return states().values().stream()
        .noneMatch(state -> state.excludes(object) && mayExclude(state));
  }

  /**
   * Whether a base's exclusions apply to this listing. A base above the listed folder applies to
   * partitions of its table only, and not to the folder of another dataset.
   */
  private boolean mayExclude(DatasetState state) {
    if (isWalk || ManifestKeys.under(state.root()).startsWith(listing.prefix())) {
      return true;
    }
    DatasetState own = states().get(datasets.folder());
    return state.root().equals(datasets.table()) && (own == null || own.isEmpty());
  }

  /** Whether a dataset was nested in another dataset that was replaced. */
  private boolean isReplaced(DatasetState state) {
    return state.baseObject().isPresent() && !isCounting(state.baseObject().get());
  }

  /** Manifest entries in this listing's range that no page contained. */
  private List<ObjectInfo> unlisted() {
    List<ObjectInfo> missing = new ArrayList<>();
    for (DatasetState state : states().values()) {
      if (isReplaced(state)) {
        continue;
      }
      for (ObjectInfo object : state.objectsUnder(listing.prefix())) {
        boolean inside =
            !listing.rolledUp() || object.key().indexOf('/', listing.prefix().length()) < 0;
        if (inside && !shown.contains(object.key())) {
          missing.add(object);
        }
      }
    }
    Collections.sort(missing, (a, b) -> a.key().compareTo(b.key()));
    return missing;
  }
}
