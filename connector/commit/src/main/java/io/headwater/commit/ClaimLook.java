package io.headwater.commit;

import io.headwater.store.Heads;
import io.headwater.store.ListOptions;
import io.headwater.store.Listings;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a writer examines a key: a listing of its claims, then a HEAD.
 *
 * @param includesObject whether to send the HEAD; without it no object is seen
 */
record ClaimLook(ObjectStore store, String key, boolean includesObject) {
  /** Examines claims and object. */
  static ClaimLook ofAll(ObjectStore store, String key) {
    return new ClaimLook(store, key, true);
  }

  /** Examines only claims, for a writer whose requests detect whether the object exists. */
  static ClaimLook ofClaims(ObjectStore store, String key) {
    return new ClaimLook(store, key, false);
  }

  ExclusivePut.Look look() throws IOException {
    List<ObjectInfo> claims = Listings.objects(store, ListOptions.children(Claim.prefix(key)));
    // Requested after the claims: if a claim is gone by now, its object exists.
    Optional<String> existing =
        includesObject ? Heads.find(store, key).map(ObjectInfo::etag) : Optional.empty();
    return new ExclusivePut.Look(existing, claims, Set.of());
  }
}
