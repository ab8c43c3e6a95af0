package io.headwater.spark;

import io.headwater.fs.config.Installation;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import scala.runtime.BoxedUnit;

/**
 * Installs Headwater in Spark, completely or not at all.
 *
 * <p>Spark finds this class through its service file, on each line of Spark on whose class path the
 * bundle is. It therefore uses only what all lines have, and loads {@link SessionExtensions} only
 * on the bundle's own line. Spark only logs a provider's exceptions. On another line, {@link
 * SparkLineCheck} makes the file systems refuse their paths. Other paths work as without the bundle.
 *
 * <p>Spark 3.5 also runs on Java 8. So this module's Java code is compiled for it.
 *
 * <p>PySpark 3.5 ignores the service file, and needs the class in {@code spark.sql.extensions}. If a
 * Spark finds it in both ways, the second has no effect.
 */
public final class HeadwaterExtensions implements SparkSessionExtensionsProvider {
  private static final Set<SparkSessionExtensions> APPLIED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private static volatile boolean installed;

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    if (APPLIED.add(extensions) && Installation.report()) {
      SessionExtensions.install(extensions);
      installed = true;
    }
    return BoxedUnit.UNIT;
  }

  /** Whether a session of this process has the extension. */
  static boolean isInstalled() {
    return installed;
  }
}
