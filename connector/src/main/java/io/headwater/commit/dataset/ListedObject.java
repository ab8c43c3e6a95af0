package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.store.ObjectInfo;
import java.util.Optional;

/**
 * An object of a listing, and what its name says, which a page's filter reads once: of 100,000
 * objects it is the names that take time.
 *
 * @param object the object
 * @param name of a job that commits by manifest, if it is one's
 * @param root the dataset's key that the name tells, if a folder above is of that tag (rule N1)
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
