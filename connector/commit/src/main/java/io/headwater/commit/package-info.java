/**
 * Attempts: which attempt wrote an object, when the object becomes visible, and which of several
 * attempts of one part is committed. This package depends on no type of Hadoop or Spark. Keys are
 * an object's full name.
 *
 * <p>Hadoop's FileOutputCommitter makes output visible by renaming it out of {@code _temporary}. An
 * object store has no rename, so nothing is ever written there. {@link
 * io.headwater.commit.attempt.TemporaryKey} recognises such names. {@link
 * io.headwater.commit.PendingOutput} keeps the output that was written under them, sealed and
 * invisible, and publishes it when the committer renames it. The published object's name contains
 * its attempt ({@link io.headwater.commit.attempt.AttemptName}). {@link
 * io.headwater.commit.AttemptFilter} shows readers one attempt of each part. Jobs that commit by
 * manifest use the same output: {@code DatasetOutput.commitAttempt} calls {@link
 * io.headwater.commit.PendingOutput#publish} without a rename. See "Stocator: Providing High
 * Performance and Fault Tolerance for Apache Spark over Object Storage", section III.
 */
package io.headwater.commit;
