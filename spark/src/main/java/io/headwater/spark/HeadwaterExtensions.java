package io.headwater.spark;

import io.headwater.fs.config.OptionNames;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.BoxedUnit;
import scala.util.Properties;

/**
 * Installs Headwater in Spark, completely or not at all.
 *
 * <p>Spark finds this class through its service file, on each line of Spark on whose class path the
 * bundle is. It therefore uses only what all lines have, and loads {@link SessionExtensions} only
 * on the bundle's own line. Spark only logs a provider's exceptions. On another line the file
 * systems therefore refuse their paths, so that no job writes or reads without its commit protocol.
 * Other paths work as without the bundle.
 *
 * <p>PySpark 3.5 ignores the service file, and needs the class in {@code spark.sql.extensions}. If a
 * Spark finds it in both ways, the second has no effect.
 */
public final class HeadwaterExtensions implements SparkSessionExtensionsProvider {
  private static final Logger LOG = LoggerFactory.getLogger(HeadwaterExtensions.class);

  private static final Set<SparkSessionExtensions> APPLIED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    if (APPLIED.add(extensions)) {
      installOrRefuse(extensions);
    }
    return BoxedUnit.UNIT;
  }

  private static void installOrRefuse(SparkSessionExtensions extensions) {
    String spark = org.apache.spark.package$.MODULE$.SPARK_VERSION();
    String scala = Properties.versionNumberString();
    Optional<String> refusal = SparkLine.ofBundle().refusal(spark, scala);
    if (refusal.isPresent()) {
      refuse(refusal.get());
    } else {
      SessionExtensions.install(extensions);
    }
  }

  private static void refuse(String reason) {
    LOG.error("{}. Paths of Headwater's file systems fail. Other paths are not affected.", reason);
    if (SparkEnv.get() != null) {
      SparkContext.getOrCreate().hadoopConfiguration().set(OptionNames.UNUSABLE, reason);
    }
  }
}
