/**
 * Attempts: whose output an object is, when it becomes visible, and which of several attempts at
 * one part counts. No type of Hadoop or Spark is known here; keys are an object's whole name.
 *
 * <p>Hadoop's FileOutputCommitter makes output visible by renaming it out of {@code _temporary}. An
 * object store has no rename, so nothing is ever written there: {@link
 * io.headwater.commit.TemporaryKey} recognises the names, {@link io.headwater.commit.PendingOutput}
 * remembers what was written under them, sealed and invisible, and publishes it at what the
 * committer takes for a rename. The published object bears its attempt in its name ({@link
 * io.headwater.commit.AttemptName}), and {@link io.headwater.commit.AttemptFilter} shows readers
 * one attempt a part. See "Stocator: Providing High Performance and Fault Tolerance for Apache
 * Spark over Object Storage", section III.
 */
package io.headwater.commit;
