package io.headwater.commit.cache;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The objects of entries in moved datasets (rule N2). A store may give a copy another ETag, and its
 * listing may show an ETag that differs from the object's. If listing and manifests differ, a HEAD
 * decides. Its response is cached until the listing shows another object.
 */
public final class CopiedObjectCache {
  private static final int MOST_KEPT = 10_000;

  private final Map<ObjectInfo, ObjectInfo> byListed =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectInfo, ObjectInfo> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /** The object with its ETag; the manifest's version if the object is missing or changed. */
  public ObjectInfo object(ObjectStore store, ObjectInfo entry, ObjectInfo listed)
      throws IOException {
    if (entry.length() != listed.length() || entry.etag().equals(listed.etag())) {
      return entry;
    }
    ObjectInfo object = kept(listed);
    if (object == null) {
      try {
        object = store.head(listed.key());
      } catch (ObjectNotFoundException e) {
        return entry;
      }
      keep(listed, object);
    }
    return object.length() == entry.length() ? object : entry;
  }

  private synchronized ObjectInfo kept(ObjectInfo listed) {
    return byListed.get(listed);
  }

  private synchronized void keep(ObjectInfo listed, ObjectInfo object) {
    byListed.put(listed, object);
  }
}
