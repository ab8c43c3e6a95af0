package io.headwater.fs;

/** From when on what a job that commits by manifest writes is there for programs that know none. */
enum Visibility {
  /** From its task's commit: one request a short file. */
  TASK,
  /** From its job's commit: each file is an upload, which the job completes. */
  JOB
}
