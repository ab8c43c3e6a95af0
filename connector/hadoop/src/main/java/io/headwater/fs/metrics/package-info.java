/** The sums of all file systems of a process, for the metrics of Hadoop and of Spark. */
package io.headwater.fs.metrics;
