package io.headwater.fs.write;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a known version of an object.
 *
 * @param store the object's store
 * @param object the version
 */
record StoredContent(ObjectStore store, ObjectInfo object) implements Content {
  @Override
  public long length() {
    return object.length();
  }

  @Override
  public InputStream open() throws IOException {
    return store.get(object.key(), GetOptions.WHOLE.withIfMatch(object.etag())).stream();
  }
}
