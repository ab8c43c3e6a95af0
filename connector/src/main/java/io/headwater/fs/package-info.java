/**
 * The Hadoop face: a {@link org.apache.hadoop.fs.FileSystem} over one bucket.
 *
 * <p>{@link io.headwater.fs.HeadwaterFileSystem} only hands each call to the class that does it:
 * looking up a status, listing, making folders, deleting, renaming, reading, writing. What has been
 * written under a temporary name is {@link io.headwater.commit.PendingOutput}'s; a call on such a
 * name sends no request. Semantics follow Hadoop's FileSystem specification ("The Hadoop FileSystem
 * API Definition") as far as an object store can; {@code docs/filesystem.md} tells the rest.
 */
package io.headwater.fs;
