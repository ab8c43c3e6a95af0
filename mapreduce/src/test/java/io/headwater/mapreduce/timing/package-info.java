/**
 * What MapReduce waits for in the file system, whichever it is: {@code headwater bench} runs it.
 */
package io.headwater.mapreduce.timing;
