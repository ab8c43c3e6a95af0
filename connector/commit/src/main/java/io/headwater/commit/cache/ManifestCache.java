package io.headwater.commit.cache;

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
public final class ManifestCache {
  /** About 150 MB of heap. */
  private static final int MOST_ENTRIES = 200_000;

  private static final int MOST_MANIFESTS = 1000;

  private final Map<String, Cached> byKey = new LinkedHashMap<>(16, 0.75f, true);
  private long entries;

  /** The cached content of one object. */
  private record Cached(
      String etag, Optional<Manifest> manifest, Map<String, ManifestEntry> index) {
    static Cached of(String etag, Optional<Manifest> manifest) {
      Map<String, ManifestEntry> index = new HashMap<>();
      manifest.ifPresent(read -> read.entries().forEach(entry -> index.put(entry.key(), entry)));
      return new Cached(etag, manifest, index);
    }

    ManifestEntry entry(String root, String key) {
      return index.get(key.substring(ManifestKeys.under(root).length()));
    }
  }

  /** The cached manifest of an object, if the ETag is the same. */
  public synchronized Optional<Optional<Manifest>> find(ObjectInfo object) {
    Cached cached = byKey.get(object.key());
    return cached != null && cached.etag().equals(object.etag())
        ? Optional.of(cached.manifest())
        : Optional.empty();
  }

  /** Caches a manifest, and evicts the least recently used ones. */
  public synchronized void note(ObjectInfo object, Optional<Manifest> manifest) {
    Cached cached = Cached.of(object.etag(), manifest);
    Cached before = byKey.remove(object.key());
    entries += cached.index().size() - (before == null ? 0 : before.index().size());
    byKey.put(object.key(), cached);
    Iterator<Cached> eldest = byKey.values().iterator();
    while (byKey.size() > 1 && (entries > MOST_ENTRIES || byKey.size() > MOST_MANIFESTS)) {
      entries -= eldest.next().index().size();
      eldest.remove();
    }
  }

  /** Length and ETag of a governed object, if a cached manifest has it. */
  public synchronized Optional<ObjectInfo> object(String root, String key) {
    return find(root, key)
        .map(
            cached -> {
              ManifestEntry entry = cached.entry(root, key);
              Instant time = cached.manifest().orElseThrow().time();
              return new ObjectInfo(key, entry.length(), entry.etag(), time, Map.of());
            });
  }

  /** The entry of a governed object, if a cached manifest has it. */
  public synchronized Optional<ManifestEntry> entry(String root, String key) {
    return find(root, key).map(cached -> cached.entry(root, key));
  }

  /** Of several additions of a key the last is valid. */
  private Optional<Cached> find(String root, String key) {
    return byKey.entrySet().stream()
        .filter(each -> each.getValue().entry(root, key) != null)
        .filter(each -> GovernedName.parent(each.getKey()).equals(root))
        .map(Map.Entry::getValue)
        .max(Comparator.comparing(cached -> cached.entry(root, key).added()));
  }
}
