package io.headwater.fs.committer;

import io.headwater.commit.manifest.ManifestJob;
import io.headwater.fs.config.OptionNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * A MapReduce job's id in manifests: the same in all its processes and all runs of its master, and
 * unique to the job.
 */
public final class MapReduceJobId {
  /** Spark sets it for each write (SPARK-33402), because its JobIDs are not unique. */
  public static final String SPARK_UUID = "spark.sql.sources.writeJobUUID";

  private static final String LOCAL = "local";
  private static final String THIS_PROCESS = ManifestJob.newId();
  private static final int BYTES = 16;

  private MapReduceJobId() {}

  /** A job's id, 32 hexadecimal digits, or empty if nothing identifies the job yet. */
  public static Optional<String> find(JobContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    String drawn = configuration.getTrimmed(OptionNames.COMMITTER_JOB, "");
    if (!drawn.isEmpty()) {
      return Optional.of(drawn);
    }
    String uuid = configuration.getTrimmed(SPARK_UUID, "");
    if (!uuid.isEmpty()) {
      return Optional.of(ofUuid(uuid));
    }
    if (context.getJobID().getJtIdentifier().startsWith(LOCAL)) {
      // LocalJobRunner draws a number for each process, and two processes may draw the same.
      return Optional.of(digest(context.getJobID() + "\n" + THIS_PROCESS));
    }
    // A cluster numbers its jobs from its start, in milliseconds. Each job has a staging folder.
    return Optional.of(configuration.getTrimmed(MRJobConfig.MAPREDUCE_JOB_DIR, ""))
        .filter(staging -> !staging.isEmpty())
        .map(staging -> digest(context.getJobID() + "\n" + staging));
  }

  /**
   * Draws an id at a job's setup and stores it in the job's configuration, which its tasks receive.
   * Spark sets its UUID for DataFrames only after it has set up the job.
   */
  public static String draw(JobContext context) {
    String id = ManifestJob.newId();
    context.getConfiguration().set(OptionNames.COMMITTER_JOB, id);
    return id;
  }

  /** The exception for a job without an id. */
  public static IOException unknown(JobContext context) {
    return new IOException(
        "job "
            + context.getJobID()
            + " has no unique id: its configuration has neither "
            + SPARK_UUID
            + " nor "
            + MRJobConfig.MAPREDUCE_JOB_DIR
            + " nor the id that setupJob records. Set the first one to a random UUID, "
            + "the same in all processes of the job");
  }

  private static String ofUuid(String text) throws IOException {
    try {
      return UUID.fromString(text).toString().replace("-", "");
    } catch (IllegalArgumentException e) {
      throw new IOException(SPARK_UUID + " is '" + text + "', which is not a UUID", e);
    }
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
