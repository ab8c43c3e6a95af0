/**
 * Jobs whose tasks fail in chosen ways at chosen points, for {@code spark/tests}. It has to be code
 * of the executors' own: only there is a point between a task's commit and the driver's learning of
 * it. What must happen once a run, and in which order, is settled by marker files, which every
 * process of the cluster sees.
 */
package io.headwater.spark.faults;
