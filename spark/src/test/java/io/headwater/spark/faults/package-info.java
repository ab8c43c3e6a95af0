/**
 * Jobs whose tasks fail in chosen ways at chosen points, for {@code spark/tests}. The code runs in
 * the executors, because a task's commit can be observed there before the driver knows of it.
 * Marker files, which every process of the cluster sees, decide what happens once a run and in
 * which order.
 */
package io.headwater.spark.faults;
