package io.headwater.spark.typed

import io.headwater.store.storlet.StorletRefusal
import org.junit.jupiter.api.Assertions.{assertFalse, assertTrue}
import org.junit.jupiter.api.Test

class TypedSupportTest {
  private def isLackedBy(reason: String, text: String): Boolean = {
    val refusal = new StorletRefusal(reason, text, "", "")
    TypedSupport.isLackedBy(refusal.exception("GET s3://b/k: 400", null))
  }

  @Test
  def aStorletThatDoesNotKnowTheParametersLacksTypedAnswers(): Unit =
    Seq("answer", "streams").foreach { name =>
      assertTrue(isLackedBy("parameters", s"'$name' is not known: the parameters are columns, sep"))
    }

  @Test
  def aStorletThatRefusesValuesHasTypedAnswers(): Unit = {
    assertFalse(isLackedBy("parameters", "'sep' contains its first character twice"))
    assertFalse(isLackedBy("parameters", "not sent: the parameters have 50000 bytes"))
    assertFalse(isLackedBy("storlet", "'answer' is not known"))
  }
}
