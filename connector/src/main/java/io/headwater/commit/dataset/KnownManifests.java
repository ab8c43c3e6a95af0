package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Manifests that were read. What one says of an entry stays true; whether it still is the base only
 * the store tells, by its ETag (rule R4).
 */
final class KnownManifests {
  private static final int MOST = 256;

  private final Map<String, Known> byKey =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
              return size() > MOST;
            }
          });

  /** What was read of one object. */
  private record Known(String etag, Optional<Manifest> manifest, Map<String, ManifestEntry> index) {
    static Known of(String etag, Optional<Manifest> manifest) {
      Map<String, ManifestEntry> index = new HashMap<>();
      manifest.ifPresent(read -> read.entries().forEach(entry -> index.put(entry.key(), entry)));
      return new Known(etag, manifest, index);
    }
  }

  /** What an object says that was read before, if it still has that ETag. */
  Optional<Optional<Manifest>> find(ObjectInfo object) {
    Known known = byKey.get(object.key());
    return known != null && known.etag().equals(object.etag())
        ? Optional.of(known.manifest())
        : Optional.empty();
  }

  void note(ObjectInfo object, Optional<Manifest> manifest) {
    byKey.put(object.key(), Known.of(object.etag(), manifest));
  }

  /** Length and ETag of a governed object, if some manifest that was read has it. */
  Optional<ObjectInfo> entry(String root, String key) {
    String relative = key.substring(ManifestKeys.under(root).length());
    synchronized (byKey) {
      for (Map.Entry<String, Known> each : byKey.entrySet()) {
        ManifestEntry entry = each.getValue().index().get(relative);
        if (entry != null && GovernedName.parent(each.getKey()).equals(root)) {
          Instant time = each.getValue().manifest().orElseThrow().time();
          return Optional.of(new ObjectInfo(key, entry.length(), entry.etag(), time, Map.of()));
        }
      }
    }
    return Optional.empty();
  }
}
