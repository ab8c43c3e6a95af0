package io.headwater.spark;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.BoxedUnit;

/**
 * Installs Headwater in Spark, completely or not at all.
 *
 * <p>Spark finds this class through its service file, on each line of Spark on whose class path the
 * bundle is. It therefore uses only what all lines have, and loads {@link SessionExtensions} only
 * on the bundle's own line. Spark only logs a provider's exceptions. On another line, {@link
 * SparkLineCheck} makes the file systems refuse their paths. Other paths work as without the bundle.
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
    Optional<String> refusal = new SparkLineCheck().refusal();
    if (refusal.isPresent()) {
      LOG.error(
          "{}. Paths of Headwater's file systems fail. Other paths are not affected.",
          refusal.get());
    } else {
      SessionExtensions.install(extensions);
    }
  }
}
