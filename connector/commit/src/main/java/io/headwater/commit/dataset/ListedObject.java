package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.store.ObjectInfo;
import java.util.Optional;

/**
 * An object of a listing with its parsed name. A page's filter parses it once, because for 100,000
 * objects the names take the most time.
 *
 * @param object the object
 * @param name its governed name, if a job that commits by manifest wrote it
 * @param root the dataset's key from the name, if a folder above has that tag (rule N1)
 */
record ListedObject(ObjectInfo object, Optional<GovernedName> name, Optional<String> root) {
  static ListedObject of(ObjectInfo object) {
    Optional<GovernedName> name = GovernedName.parse(object.key());
    return new ListedObject(object, name, name.flatMap(found -> found.rootAbove(object.key())));
  }

  String key() {
    return object.key();
  }
}
