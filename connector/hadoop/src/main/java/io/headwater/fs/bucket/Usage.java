package io.headwater.fs.bucket;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * The counters of a file system.
 *
 * @param counts of calls, requests and closed streams, by Hadoop's names
 * @param statistics Hadoop's byte counts, which Spark shows as a task's input and output
 */
public record Usage(IOStatisticsStore counts, FileSystem.Statistics statistics) {}
