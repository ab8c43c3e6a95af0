package io.headwater.store.memory;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * A multipart upload in progress.
 *
 * @param key the key of the object to create
 * @param initiated when it was created
 * @param metadata the object's user metadata
 * @param parts the bytes of each part by number; guarded by the bucket
 */
record StoredUpload(
    String key, Instant initiated, Map<String, String> metadata, TreeMap<Integer, byte[]> parts) {}
