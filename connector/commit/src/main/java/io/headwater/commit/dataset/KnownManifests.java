package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cache of manifests. A manifest's statement about an entry stays true. Whether the manifest is
 * still the base is checked by the store's ETag (rule R4).
 */
final class KnownManifests {
  /** About 150 MB of heap. */
  private static final int MOST_ENTRIES = 200_000;

  private static final int MOST_MANIFESTS = 1000;

  private final Map<String, Known> byKey = new LinkedHashMap<>(16, 0.75f, true);
  private long entries;

  /** The cached content of one object. */
  private record Known(String etag, Optional<Manifest> manifest, Map<String, ManifestEntry> index) {
    static Known of(String etag, Optional<Manifest> manifest) {
      Map<String, ManifestEntry> index = new HashMap<>();
      manifest.ifPresent(read -> read.entries().forEach(entry -> index.put(entry.key(), entry)));
      return new Known(etag, manifest, index);
    }

    ManifestEntry entry(String root, String key) {
      return index.get(key.substring(ManifestKeys.under(root).length()));
    }
  }

  /** The cached manifest of an object, if the ETag is the same. */
  synchronized Optional<Optional<Manifest>> find(ObjectInfo object) {
    Known known = byKey.get(object.key());
    return known != null && known.etag().equals(object.etag())
        ? Optional.of(known.manifest())
        : Optional.empty();
  }

  /** Caches a manifest, and evicts the least recently used ones. */
  synchronized void note(ObjectInfo object, Optional<Manifest> manifest) {
    Known known = Known.of(object.etag(), manifest);
    Known before = byKey.remove(object.key());
    entries += known.index().size() - (before == null ? 0 : before.index().size());
    byKey.put(object.key(), known);
    Iterator<Known> eldest = byKey.values().iterator();
    while (byKey.size() > 1 && (entries > MOST_ENTRIES || byKey.size() > MOST_MANIFESTS)) {
      entries -= eldest.next().index().size();
      eldest.remove();
    }
  }

  /** Length and ETag of a governed object, if a cached manifest has it. */
  synchronized Optional<ObjectInfo> entry(String root, String key) {
    return find(root, key)
        .map(
            known -> {
              ManifestEntry entry = known.entry(root, key);
              Instant time = known.manifest().orElseThrow().time();
              return new ObjectInfo(key, entry.length(), entry.etag(), time, Map.of());
            });
  }

  /** The complete entry of a governed object, if a cached manifest has it. */
  synchronized Optional<ManifestEntry> whole(String root, String key) {
    return find(root, key).map(known -> known.entry(root, key));
  }

  /** Of several additions of a key the last is valid. */
  private Optional<Known> find(String root, String key) {
    return byKey.entrySet().stream()
        .filter(each -> each.getValue().entry(root, key) != null)
        .filter(each -> GovernedName.parent(each.getKey()).equals(root))
        .map(Map.Entry::getValue)
        .max(Comparator.comparing(known -> known.entry(root, key).added()));
  }
}
