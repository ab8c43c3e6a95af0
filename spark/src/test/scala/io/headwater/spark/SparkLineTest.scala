package io.headwater.spark

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

class SparkLineTest {
  private val lines = java.util.List.of("3.5_2.12", "3.5_2.13", "4.0", "4.2", "4.3")
  private val bundle = new SparkLine("/jars/a.jar", "4.2", lines)
  private val Scala = "2.13.16"

  @Test
  def acceptsEachVersionOfItsLine(): Unit =
    Seq("4.2", "4.2.0", "4.2.11", "4.2.0-amzn-1", "4.2-SNAPSHOT").foreach { version =>
      assertTrue(!bundle.refusal(version, Scala).isPresent, version)
    }

  @Test
  def namesTheBundleOfAnotherLine(): Unit =
    assertEquals(
      "Headwater is not installed: /jars/a.jar is for Spark 4.2 with Scala 2.13, " +
        "and this is Spark 4.0.2 with Scala 2.13.16. Use headwater-bundle-4.0.jar instead",
      bundle.refusal("4.0.2", Scala).get
    )

  @Test
  def namesTheBundleOfTheOtherScala(): Unit = {
    assertEquals(
      "Headwater is not installed: /jars/a.jar is for Spark 3.5 with Scala 2.13, " +
        "and this is Spark 3.5.9 with Scala 2.12.18. Use headwater-bundle-3.5_2.12.jar instead",
      new SparkLine("/jars/a.jar", "3.5_2.13", lines).refusal("3.5.9", "2.12.18").get
    )
    assertTrue(
      !new SparkLine("/jars/a.jar", "3.5_2.12", lines).refusal("3.5.9", "2.12.18").isPresent
    )
  }

  @Test
  def namesAllLinesIfNoneFits(): Unit =
    Seq("3.4.6", "4.20.0", "14.2.0").foreach { version =>
      assertTrue(
        bundle
          .refusal(version, Scala)
          .get
          .endsWith(
            s"this is Spark $version with Scala 2.13.16. " +
              "There are bundles for Spark 3.5_2.12, 3.5_2.13, 4.0, 4.2, 4.3 only"
          ),
        version
      )
    }

  @Test
  def readsTheLineOfTheBuild(): Unit = {
    val own = SparkLine.ofBundle()
    val scala = _root_.scala.util.Properties.versionNumberString
    assertTrue(!own.refusal(org.apache.spark.SPARK_VERSION, scala).isPresent)
  }
}
