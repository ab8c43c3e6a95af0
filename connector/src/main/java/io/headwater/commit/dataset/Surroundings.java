package io.headwater.commit.dataset;

import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the protocol keeps at a root, and what stands in some of its folders, by as few listings as
 * show it.
 */
final class Surroundings {
  /** With more folders than these one listing of all is taken to be cheaper. */
  private static final int MOST_LISTINGS = 10;

  private final ObjectStore store;
  private final String root;

  Surroundings(ObjectStore store, String root) {
    this.store = store;
    this.root = root;
  }

  /** All that the protocol keeps at the root, and all objects in the folders. */
  List<ObjectInfo> list(Set<String> folders) throws IOException {
    Map<String, ObjectInfo> found = new TreeMap<>();
    String under = ManifestKeys.under(root);
    if (folders.contains("") || folders.size() > MOST_LISTINGS) {
      add(ListOptions.tree(under), found);
    } else {
      add(ListOptions.children(ManifestKeys.base(root)), found);
      for (String folder : folders) {
        add(ListOptions.tree(under + folder), found);
      }
    }
    if (!store.capabilities().contains(Capability.CONSISTENT_LISTING)) {
      new LaggingListings(store).complete(root, found);
    }
    return List.copyOf(found.values());
  }

  private void add(ListOptions options, Map<String, ObjectInfo> found) throws IOException {
    Listings.objects(store, options).forEach(object -> found.put(object.key(), object));
  }
}
