package io.headwater.fs.list;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.cache.DirectoryProbeCache;
import io.headwater.fs.cache.EmptyFileCache;
import io.headwater.fs.cache.FooterCache;
import io.headwater.fs.cache.MissingKeyCache;
import io.headwater.fs.cache.SkipIndexCache;

/**
 * The shared state of lookups and listings.
 *
 * @param bucket the bucket
 * @param indexes which folders have skip indexes
 * @param missing keys that a status request recently did not find
 * @param emptyFiles empty objects that are no directories
 * @param probed the folder that Spark is about to list
 * @param footers the columnar file that a thread is about to read
 * @param listsByManifest whether datasets are listed from manifests alone
 * @param blockSize the reported block size of files, in bytes
 */
public record ListContext(
    Bucket bucket,
    SkipIndexCache indexes,
    MissingKeyCache missing,
    EmptyFileCache emptyFiles,
    DirectoryProbeCache probed,
    FooterCache footers,
    boolean listsByManifest,
    long blockSize) {}
