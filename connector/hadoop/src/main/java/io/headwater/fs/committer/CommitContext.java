package io.headwater.fs.committer;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.cache.MissingKeyCache;
import io.headwater.fs.config.Visibility;

/**
 * The shared state of jobs that commit by manifest.
 *
 * @param bucket the bucket
 * @param missing keys that a status request recently did not find
 * @param visibility when the files of a job become visible
 */
public record CommitContext(Bucket bucket, MissingKeyCache missing, Visibility visibility) {}
