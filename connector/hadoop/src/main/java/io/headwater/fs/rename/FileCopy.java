package io.headwater.fs.rename;

import io.headwater.commit.ExclusivePut.Publication;
import io.headwater.store.CopyOptions;
import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.exception.ObjectNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The copy of a file that is renamed to a target that must not exist. If the store's response is
 * lost, the copy was made if the target has the source's bytes. Callers such as Iceberg take every
 * failed rename for one that changed nothing, and would write the same rows again.
 *
 * <p>An empty target is no evidence, because the empty files of all writers are equal. Programs use
 * them as locks.
 */
record FileCopy(ObjectStore store, String source, String target, CopyOptions options)
    implements Publication {
  private static final int COMPARED_BYTES = 1 << 20;

  @Override
  public ObjectInfo publish() throws IOException {
    return store.copy(source, target, options);
  }

  @Override
  public Optional<ObjectInfo> published() throws IOException {
    try (ObjectBody copy = store.get(target, GetOptions.WHOLE);
        ObjectBody original = store.get(source, GetOptions.WHOLE)) {
      return copy.info().length() > 0 && haveSameBytes(copy.stream(), original.stream())
          ? Optional.of(copy.info())
          : Optional.empty();
    } catch (ObjectNotFoundException e) {
      return Optional.empty();
    }
  }

  private static boolean haveSameBytes(InputStream one, InputStream other) throws IOException {
    while (true) {
      byte[] bytes = one.readNBytes(COMPARED_BYTES);
      if (!Arrays.equals(bytes, other.readNBytes(COMPARED_BYTES))) {
        return false;
      }
      if (bytes.length < COMPARED_BYTES) {
        return true;
      }
    }
  }
}
