package io.headwater.fs.list;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.cache.DirectoryProbeCache;
import io.headwater.fs.cache.OpenedFile;
import io.headwater.fs.cache.RecentlyMissing;
import io.headwater.fs.cache.SeenIndexes;

/**
 * The shared state of lookups and listings.
 *
 * @param bucket the bucket
 * @param indexes which folders have skip indexes
 * @param missing keys that a status request recently did not find
 * @param probed the folder that Spark is about to list
 * @param opened the columnar file that a thread is about to read
 * @param listsByManifest whether datasets are listed from manifests alone
 * @param blockSize the reported block size of files, in bytes
 */
public record ListContext(
    Bucket bucket,
    SeenIndexes indexes,
    RecentlyMissing missing,
    DirectoryProbeCache probed,
    OpenedFile opened,
    boolean listsByManifest,
    long blockSize) {}
