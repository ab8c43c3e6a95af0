package io.headwater.store.memory;

import io.headwater.store.ObjectInfo;

/**
 * An object in a bucket.
 *
 * @param info its metadata
 * @param bytes never changed once stored
 */
record StoredObject(ObjectInfo info, byte[] bytes) {}
