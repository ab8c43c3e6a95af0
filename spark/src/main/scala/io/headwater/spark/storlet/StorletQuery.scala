package io.headwater.spark.storlet

import io.headwater.spark.config.{StorletOptions, StorletOutput}
import io.headwater.store.content.ByteRange
import io.headwater.store.storlet.{StorletCall, StorletStage}
import java.util.Optional
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** The options of a read with the format `storlet`.
  *
  * @param stages
  *   one or several storlets, each of which reads the output of the previous one
  * @param bySplit
  *   whether each split of a file is requested separately
  * @param output
  *   the format of the responses
  * @param keepsFailures
  *   whether a failed object becomes a row that reports the failure
  */
case class StorletQuery(
    stages: Seq[StorletQuery.Stage],
    bySplit: Boolean,
    output: StorletOutput,
    keepsFailures: Boolean
) {
  if (bySplit && output == StorletOutput.Binary)
    throw new IllegalArgumentException(
      "output=binary returns each object as one row: remove split=records or use output=text"
    )

  /** The call for an object, or for the records of a range. */
  def call(range: Option[ByteRange]): StorletCall = {
    val calls = stages.map { stage =>
      val parameters = stage.parameters.map { case (name, value) =>
        new StorletStage.Parameter(name, value)
      }
      new StorletStage(stage.storlet, parameters.asJava)
    }
    new StorletCall(calls.asJava, range.toJava, Optional.empty())
  }
}

object StorletQuery {

  /** A storlet with its parameters, sorted by name. */
  case class Stage(storlet: String, parameters: Seq[(String, String)])

  private val Parameter = """(?i)param\.(?:(\d)\.)?(.+)""".r

  /** Parses the options. Their names have the user's spelling.
    *
    * @throws IllegalArgumentException
    *   if they are invalid
    */
  def of(options: Map[String, String]): StorletQuery = {
    StorletOptions.requireKnown(options.keys)
    val names = CaseInsensitiveMap(options)
      .get(StorletOptions.Storlet.name)
      .flatMap(StorletOptions.Storlet.valueType.parse)
      .getOrElse(
        throw new IllegalArgumentException(
          "the option storlet must name one or more storlets, separated by commas"
        )
      )
    StorletQuery(
      stages(names, options),
      StorletOptions.Split.find(options).getOrElse(StorletOptions.Split.default),
      StorletOptions.Output.find(options).getOrElse(StorletOptions.Output.default),
      StorletOptions.Mode.find(options).getOrElse(false)
    )
  }

  private def stages(names: Seq[String], options: Map[String, String]): Seq[Stage] = {
    val parameters = options.toSeq.sorted.collect { case (Parameter(number, name), value) =>
      (Option(number).fold(1)(_.toInt), name -> value)
    }
    parameters.collectFirst {
      case (number, (name, _)) if number < 1 || number > names.length =>
        throw new IllegalArgumentException(
          s"the option param.$number.$name refers to storlet $number: the option storlet lists ${names.length}"
        )
    }
    names.zipWithIndex.map { case (name, index) =>
      Stage(name, parameters.collect { case (number, each) if number == index + 1 => each })
    }
  }
}
