package io.headwater.fs.write;

import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.Usage;
import io.headwater.fs.cache.LastDeletion;
import io.headwater.fs.cache.MissingKeyCache;
import io.headwater.fs.config.Visibility;
import io.headwater.store.upload.UploadResources;

/**
 * The shared state of whatever creates, renames or deletes.
 *
 * @param bucket the bucket
 * @param missing keys that a status request recently did not find
 * @param deleted the last deletion of each thread
 * @param uploads memory and threads of the writers
 * @param visibility when the files of a job that commits by manifest become visible
 * @param usage the counters of calls and bytes
 */
public record WriteContext(
    Bucket bucket,
    MissingKeyCache missing,
    LastDeletion deleted,
    UploadResources uploads,
    Visibility visibility,
    Usage usage) {}
