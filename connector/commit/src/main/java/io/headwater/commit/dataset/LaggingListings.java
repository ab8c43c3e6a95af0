package io.headwater.commit.dataset;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.GetOptions;
import io.headwater.store.Heads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds manifests that a listing does not show yet: the base by its key, and deltas by a hint from
 * their writers (protocol/PROTOCOL.md, section 5). Only for stores whose listings may be stale.
 */
final class LaggingListings {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectStore store;

  LaggingListings(ObjectStore store) {
    this.store = store;
  }

  /** Adds the objects that a listing omits, and corrects its version of the base. */
  void complete(String root, Map<String, ObjectInfo> listed) throws IOException {
    String base = ManifestKeys.base(root);
    listed.remove(base);
    Heads.find(store, base).ifPresent(object -> listed.put(base, object));
    for (String id : hinted(root)) {
      String key = ManifestKeys.delta(root, id);
      if (!listed.containsKey(key)) {
        Heads.find(store, key).ifPresent(object -> listed.put(key, object));
      }
    }
  }

  /**
   * Writes a hint for a delta. If writers race, one hint may be lost, until the listing shows the
   * delta.
   */
  void hint(String root, String id) throws IOException {
    Set<String> ids = hinted(root);
    ids.add(id);
    byte[] document = JSON.writeValueAsBytes(ids);
    store.put(ManifestKeys.deltaIndex(root), Content.of(document), PutOptions.OVERWRITE);
  }

  private Set<String> hinted(String root) throws IOException {
    try {
      String key = ManifestKeys.deltaIndex(root);
      byte[] document =
          DocumentReader.read(store, key, GetOptions.WHOLE, body -> body.stream().readAllBytes());
      return new TreeSet<>(List.of(JSON.readValue(document, String[].class)));
    } catch (ObjectNotFoundException e) {
      return new TreeSet<>(); // No delta was ever written.
    }
  }
}
