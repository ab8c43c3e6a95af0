package io.headwater.spark;

import io.headwater.fs.config.InstallationCheck;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import scala.util.Properties;

/**
 * Refuses Headwater's file systems under a Spark that this bundle is not for. A job would otherwise
 * write and read without its commit protocol. A Hadoop without Spark may use every bundle.
 */
public final class SparkLineCheck implements InstallationCheck {
  private static final String NO_EXTENSION =
      "Spark has not loaded Headwater's extension: it writes DataFrames without manifests and reads"
          + " without pushdown. Set spark.sql.extensions=io.headwater.spark.HeadwaterExtensions";

  /** Found once, because it is checked for each file system. */
  private static final Optional<String> REFUSAL = find();

  @Override
  public Optional<String> refusal() {
    return REFUSAL;
  }

  /** Only PySpark 3.5 creates sessions without the extension. */
  @Override
  public Optional<String> warning() {
    return hasSession() && !HeadwaterExtensions.isInstalled()
        ? Optional.of(NO_EXTENSION)
        : Optional.empty();
  }

  private static boolean hasSession() {
    try {
      return SparkSession.getDefaultSession().isDefined();
    } catch (LinkageError e) {
      return false;
    }
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
