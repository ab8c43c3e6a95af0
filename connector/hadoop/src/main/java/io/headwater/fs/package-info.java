/**
 * A Hadoop {@link org.apache.hadoop.fs.FileSystem} over one bucket, and the committer of MapReduce
 * jobs. This package has the classes that users name in their configurations, and assembles the
 * parts of the others.
 *
 * <p>{@link io.headwater.fs.HeadwaterFileSystem} only delegates each call to a class of {@code
 * list}, {@code read}, {@code write}, {@code rename} or {@code storlet}. Output under a temporary
 * name is {@link io.headwater.commit.PendingOutput}'s, and a call on such a name sends no request.
 * The semantics follow Hadoop's FileSystem specification ("The Hadoop FileSystem API Definition")
 * as far as an object store can. {@code docs/explain/filesystem.md} describes the differences.
 */
package io.headwater.fs;
