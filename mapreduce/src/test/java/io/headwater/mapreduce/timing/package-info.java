/** The time that MapReduce waits for any file system. {@code headwater bench} runs it. */
package io.headwater.mapreduce.timing;
