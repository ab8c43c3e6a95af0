package io.headwater.spark;

import io.headwater.fs.config.InstallationCheck;
import java.util.Optional;
import scala.util.Properties;

/**
 * Refuses Headwater's file systems under a Spark that this bundle is not for. A job would otherwise
 * write and read without its commit protocol. A Hadoop without Spark may use every bundle.
 */
public final class SparkLineCheck implements InstallationCheck {
  /** Found once, because it is checked for each file system. */
  private static final Optional<String> REFUSAL = find();

  @Override
  public Optional<String> refusal() {
    return REFUSAL;
  }

  private static Optional<String> find() {
    String spark;
    String scala;
    try {
      spark = org.apache.spark.package$.MODULE$.SPARK_VERSION();
      scala = Properties.versionNumberString();
    } catch (LinkageError e) {
      return Optional.empty();
    }
    return SparkLine.ofBundle().refusal(spark, scala);
  }
}
