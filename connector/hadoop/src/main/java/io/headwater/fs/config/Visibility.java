package io.headwater.fs.config;

/**
 * When the files of a job that commits by manifest become visible to programs without manifests.
 */
public enum Visibility {
  /** At the task's commit: one request for a short file. */
  TASK,
  /** At the job's commit: each file is an upload, which the job completes. */
  JOB
}
