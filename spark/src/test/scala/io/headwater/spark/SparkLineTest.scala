package io.headwater.spark

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

class SparkLineTest {
  private val bundle = new SparkLine("4.2", java.util.List.of("4.0", "4.2", "4.3"))

  @Test
  def acceptsEachVersionOfItsLine(): Unit =
    Seq("4.2", "4.2.0", "4.2.11", "4.2.0-amzn-1", "4.2-SNAPSHOT").foreach { version =>
      assertTrue(bundle.refusal(version).isEmpty, version)
    }

  @Test
  def namesTheBundleOfAnotherLine(): Unit =
    assertEquals(
      "Headwater is not installed: its bundle is for Spark 4.2, and this is Spark 4.0.2. " +
        "Use headwater-bundle-4.0.jar instead",
      bundle.refusal("4.0.2").get
    )

  @Test
  def namesAllLinesIfNoneFits(): Unit =
    Seq("3.5.6", "4.20.0", "14.2.0").foreach { version =>
      assertTrue(
        bundle
          .refusal(version)
          .get
          .endsWith(
            s"this is Spark $version. There are bundles for Spark 4.0, 4.2, 4.3 only"
          ),
        version
      )
    }

  @Test
  def readsTheLineOfTheBuild(): Unit = {
    val own = SparkLine.ofBundle()
    assertTrue(own.lines.contains(own.line))
    assertTrue(own.refusal(org.apache.spark.SPARK_VERSION).isEmpty)
  }
}
