package io.headwater.fs.read;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.cache.FooterCache;

/**
 * The shared state of readers.
 *
 * @param bucket the bucket
 * @param footers the columnar file that a thread is about to read
 * @param usage the counters of calls and bytes
 */
public record ReadContext(Bucket bucket, FooterCache footers, Usage usage) {}
