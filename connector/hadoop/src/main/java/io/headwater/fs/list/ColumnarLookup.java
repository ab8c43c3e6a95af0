package io.headwater.fs.list;

import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.Optional;

/** The metadata of columnar files, by the requests that their readers send first. */
@FunctionalInterface
public interface ColumnarLookup {
  /**
   * Requests the last bytes of a file, and keeps them for the reader that opens it next.
   *
   * @return empty if the key is not a columnar file's, if no object has it, or if the object may
   *     mark a folder
   */
  Optional<ObjectInfo> find(String key) throws IOException;
}
