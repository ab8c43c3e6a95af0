/**
 * The seam: what an object store can do, and nothing about who asks.
 *
 * <p>{@link io.headwater.store.ObjectStore} is one bucket. Backends ({@code memory}, {@code s3},
 * {@code swift}) implement it and send each request once; layers ({@code layers}) wrap one store in
 * another and add one behaviour each; {@code upload} turns a stream of bytes into an object within
 * bounded memory. No type of Hadoop or Spark is known here.
 */
package io.headwater.store;
