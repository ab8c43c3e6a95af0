package io.headwater.spark;

import io.headwater.fs.config.InstallationCheck;
import java.util.Optional;
import scala.util.Properties;

/**
 * Refuses Headwater's file systems under a Spark that this bundle is not for. A job would otherwise
 * write and read without its commit protocol. A Hadoop without Spark may use every bundle.
 */
public final class SparkLineCheck implements InstallationCheck {
  @Override
  public Optional<String> refusal() {
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
