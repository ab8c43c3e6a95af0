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
 * Lists the protocol objects of a root and the objects in some of its folders, with as few listings
 * as possible.
 */
final class ProtocolListing {
  /** With more folders than this, one listing of the complete root is assumed to be cheaper. */
  private static final int MOST_LISTINGS = 10;

  private final ObjectStore store;
  private final String root;

  ProtocolListing(ObjectStore store, String root) {
    this.store = store;
    this.root = root;
  }

  /** All protocol objects of the root, and all objects in the folders. */
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
