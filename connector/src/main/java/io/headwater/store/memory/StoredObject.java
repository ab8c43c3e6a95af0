package io.headwater.store.memory;

import io.headwater.store.ObjectInfo;

/**
 * An object that stands in a bucket.
 *
 * @param info what is told of it
 * @param bytes never changed once they are here
 */
record StoredObject(ObjectInfo info, byte[] bytes) {}
