package io.headwater.fs.config;

/** Names below {@code fs.headwater.} that are no settings. */
public final class OptionNames {
  /** The option of {@code openFile} with the ETag that the file must have. */
  public static final String ETAG = "fs.headwater.etag";

  /** The path capability of a file system that may send storlet requests. */
  public static final String STORLETS_CAPABILITY = "fs.headwater.capability.storlets";

  /** The id of a MapReduce job, which its setup adds to the job's configuration. */
  public static final String COMMITTER_JOB = "fs.headwater.committer.job";

  private OptionNames() {}
}
