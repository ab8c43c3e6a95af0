/**
 * Hadoop's own MapReduce examples over the file system: in one process and on a YARN cluster, by
 * {@code s3://} and {@code swift://}, against a real store.
 */
package io.headwater.mapreduce;
