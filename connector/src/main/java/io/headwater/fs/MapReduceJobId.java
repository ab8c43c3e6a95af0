package io.headwater.fs;

import io.headwater.commit.manifest.ManifestJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The id by which manifests call a MapReduce job: the same in all its processes and in all runs of
 * its master, and no other job's.
 */
final class MapReduceJobId {
  /** What Spark sets for each write (SPARK-33402), because its JobIDs may be another job's. */
  static final String SPARK_UUID = "spark.sql.sources.writeJobUUID";

  private static final String LOCAL = "local";
  private static final String THIS_PROCESS = ManifestJob.newId();
  private static final int BYTES = 16;

  private MapReduceJobId() {}

  /**
   * A job's id, 32 hexadecimal digits.
   *
   * @throws IOException if nothing tells the job from others
   */
  static String of(JobContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    String uuid = configuration.getTrimmed(SPARK_UUID, "");
    if (!uuid.isEmpty()) {
      return ofUuid(uuid);
    }
    if (context.getJobID().getJtIdentifier().startsWith(LOCAL)) {
      // LocalJobRunner draws a number for each process, of which two may draw the same.
      return digest(context.getJobID() + "\n" + THIS_PROCESS);
    }
    // A cluster numbers its jobs from its start on, in milliseconds; each has a staging folder.
    String staging = configuration.getTrimmed(MRJobConfig.MAPREDUCE_JOB_DIR, "");
    if (staging.isEmpty()) {
      throw new IOException(
          "nothing tells job "
              + context.getJobID()
              + " from another one of this name: it has neither "
              + SPARK_UUID
              + " nor "
              + MRJobConfig.MAPREDUCE_JOB_DIR
              + ". Set the first one to a random UUID, in all processes of the job the same");
    }
    return digest(context.getJobID() + "\n" + staging);
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
