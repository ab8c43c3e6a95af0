/**
 * Hadoop's MapReduce examples on the file system: in one process and on a YARN cluster, with {@code
 * s3://} and {@code swift://}, against a real store.
 */
package io.headwater.mapreduce;
