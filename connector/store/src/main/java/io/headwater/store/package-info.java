/**
 * The operations of an object store, independent of their callers.
 *
 * <p>{@link io.headwater.store.ObjectStore} is one bucket. Backends ({@code memory}, {@code s3},
 * {@code swift}) implement it and send each request once. Layers ({@code layers}) wrap one store in
 * another and add one behaviour each. {@code upload} turns a stream of bytes into an object within
 * bounded memory. This package depends on no type of Hadoop or Spark.
 */
package io.headwater.store;
