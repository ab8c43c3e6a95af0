package io.headwater.spark.storlet

import io.headwater.store.ByteRange
import io.headwater.store.storlet.{StorletCall, StorletStage}
import java.util.{Locale, Optional}
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** What a read of the format `storlet` asks for, by its options.
  *
  * @param stages
  *   one storlet or several, each on the answer of the one before
  * @param bySplit
  *   whether each split of a file is asked for, and not the whole
  * @param output
  *   what the answers are taken for
  * @param keepsFailures
  *   whether an object whose storlet fails becomes a row that says so
  */
case class StorletQuery(
    stages: Seq[StorletQuery.Stage],
    bySplit: Boolean,
    output: StorletQuery.Output,
    keepsFailures: Boolean
) {
  import StorletQuery._

  if (bySplit && output == Binary)
    throw new IllegalArgumentException(
      "output=binary makes a row of a whole object: leave split=records out, or take output=text"
    )

  /** The call for an object, or for the records of a range. */
  def call(range: Option[ByteRange]): StorletCall = {
    val asked = stages.map { stage =>
      val parameters = stage.parameters.map { case (name, value) =>
        new StorletStage.Parameter(name, value)
      }
      new StorletStage(stage.storlet, parameters.asJava)
    }
    new StorletCall(asked.asJava, range.toJava, Optional.empty())
  }
}

object StorletQuery {

  /** A storlet with its parameters, in the order of their names. */
  case class Stage(storlet: String, parameters: Seq[(String, String)])

  sealed abstract class Output(val name: String) extends Serializable
  case object Text extends Output("text")
  case object Json extends Output("json")
  case object Csv extends Output("csv")
  case object Binary extends Output("binary")

  private val Outputs = Seq(Text, Json, Csv, Binary)
  private val Parameter = """(?i)param\.(?:(\d)\.)?(.+)""".r

  /** Reads the options, whose names are as the user wrote them.
    *
    * @throws IllegalArgumentException
    *   if they cannot be meant
    */
  def of(options: Map[String, String]): StorletQuery = {
    StorletOptions.requireKnown(options.keys)
    val byName = CaseInsensitiveMap(options)
    val names = byName.getOrElse("storlet", "").split(",").map(_.trim).toSeq
    if (names.exists(_.isEmpty))
      throw new IllegalArgumentException(
        "the option storlet is to name a storlet, or several, separated by commas"
      )
    StorletQuery(
      stages(names, options),
      choice(byName, "split", Seq("object", "records")) == "records",
      Outputs.find(_.name == choice(byName, "output", Outputs.map(_.name))).get,
      byName.get("mode").exists(_.equalsIgnoreCase("PERMISSIVE"))
    )
  }

  private def stages(names: Seq[String], options: Map[String, String]): Seq[Stage] = {
    val parameters = options.toSeq.sorted.collect { case (Parameter(number, name), value) =>
      (Option(number).fold(1)(_.toInt), name -> value)
    }
    parameters.collectFirst {
      case (number, (name, _)) if number < 1 || number > names.length =>
        throw new IllegalArgumentException(
          s"the option param.$number.$name is of no storlet: the option storlet names ${names.length}"
        )
    }
    names.zipWithIndex.map { case (name, index) =>
      Stage(name, parameters.collect { case (number, each) if number == index + 1 => each })
    }
  }

  /** An option that is one of some, the first if it is not given. */
  private def choice(options: Map[String, String], name: String, known: Seq[String]): String = {
    val value = options.getOrElse(name, known.head).toLowerCase(Locale.ROOT)
    if (!known.contains(value))
      throw new IllegalArgumentException(
        s"the option $name is '$value', which is not one of ${known.mkString(", ")}"
      )
    value
  }
}
