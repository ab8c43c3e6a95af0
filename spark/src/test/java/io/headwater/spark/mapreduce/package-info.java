/** MapReduce jobs in Hadoop's old and new API, which {@code spark/tests} runs in one process. */
package io.headwater.spark.mapreduce;
