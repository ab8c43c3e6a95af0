/**
 * What all parts of a file system share: the {@link io.headwater.fs.bucket.Bucket}, the map of
 * paths to keys, the statuses of files and folders, and the counters.
 */
package io.headwater.fs.bucket;
