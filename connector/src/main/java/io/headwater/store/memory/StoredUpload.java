package io.headwater.store.memory;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * A multipart upload in progress.
 *
 * @param key the object that it would make
 * @param initiated when it was begun
 * @param metadata the object's user metadata
 * @param parts the bytes of each part by its number; guarded by the bucket
 */
record StoredUpload(
    String key, Instant initiated, Map<String, String> metadata, TreeMap<Integer, byte[]> parts) {}
