package io.headwater.spark
package skipping

import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import java.math.{BigDecimal => BigNumber}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays
import scala.collection.immutable.TreeSet

/** Collects what an index records of a column in an object: `protocol/SKIP-INDEX.md`, section 4.
  * The storlet `stats` does the same in the store.
  */
private[skipping] class ColumnSummary extends Serializable {
  import ColumnSummary._

  private var count = 0L
  private var unknownRows = 0L
  private var values = Option(TreeSet.empty[String](byBytes))
  private var min: String = _
  private var max: String = _
  private var low: BigNumber = _
  private var high: BigNumber = _
  private var lowText: String = _
  private var highText: String = _
  private var scale = Option(0)
  private var allNumbers = true
  private var forms = Forms.keySet
  private val filter = BloomFilter.empty

  /** Adds a row whose value is unknown. */
  def addUnknown(): Unit = unknownRows += 1

  /** Adds a value that is not null. */
  def add(value: String): Unit = {
    count += 1
    if (!values.exists(_.contains(value))) {
      filter.add(value)
      widen(value)
      addNumber(value)
      forms = forms.filter(Forms(_)(value))
      addValues(Seq(value))
    }
  }

  private def widen(value: String): Unit = {
    if (min == null || byBytes.lt(value, min)) min = value
    if (max == null || byBytes.gt(value, max)) max = value
  }

  private def addNumber(value: String): Unit =
    if (allNumbers && ExactText.isNumber(value)) {
      val parsed = new BigNumber(value)
      scale = scale.filter(_ => ExactText.isPlain(value)).map(math.max(_, decimals(value)))
      if (low == null || parsed.compareTo(low) < 0) { low = parsed; lowText = value }
      if (high == null || parsed.compareTo(high) > 0) { high = parsed; highText = value }
    } else allNumbers = false

  private def addValues(added: Iterable[String]): Unit = {
    values = values.map(_ ++ added)
    val length = values.iterator.flatten.map(_.getBytes(UTF_8).length).sum
    if (values.exists(_.size > MaxValues) || length > MaxBytes) values = None
  }

  /** Adds the summary of the same column in other rows. */
  def add(other: ColumnSummary): Unit = {
    count += other.count
    unknownRows += other.unknownRows
    if (other.count > 0) {
      other.values match {
        case Some(added) => addValues(added)
        case None        => values = None
      }
      widen(other.min)
      widen(other.max)
      if (other.allNumbers) {
        addNumber(other.lowText)
        addNumber(other.highText)
        scale = for (own <- scale; added <- other.scale) yield math.max(own, added)
      } else allNumbers = false
      forms = forms.intersect(other.forms)
      filter.add(other.filter)
    }
  }

  /** The document's entry for the column in this many rows. */
  def entry(rows: Long): Option[ObjectNode] = Option.when(unknownRows == 0) {
    val node = JsonNodeFactory.instance.objectNode().put("nulls", rows - count)
    values match {
      case Some(all) =>
        val list = node.putArray("values")
        all.foreach(list.add)
      case None => writeBounds(node)
    }
    node
  }

  private def writeBounds(node: ObjectNode): Unit = {
    node.put("min", cut(min))
    if (cut(max) == max) node.put("max", max)
    if (allNumbers) {
      node.put("low", lowText).put("high", highText)
      scale.foreach(node.put("scale", _))
    }
    val form = forms.headOption.map(_._1)
    form.foreach(node.put("form", _))
    if (form.forall(Set("integer", "date")) && (!allNumbers || form.isDefined))
      filter.text.foreach(node.put("bloom", _))
  }
}

private[skipping] object ColumnSummary {
  private val MaxValues = 64
  private val MaxBytes = 1024
  private val MaxBoundLength = 256

  private val Integer = "0|-?[1-9][0-9]*".r
  private val Instant = ".{10}T.{8}\\.[0-9]{6}Z".r

  /** The forms, by their names and the letter between day and time. */
  private val Forms: Map[(String, Char), String => Boolean] = Map(
    ("integer", '0') -> Integer.matches,
    ("date", '0') -> (ExactText.date(_).isDefined),
    ("timestamp", ' ') -> (text => text.lift(10).contains(' ') && ExactText.local(text).isDefined),
    ("timestamp", 'T') -> (text => text.lift(10).contains('T') && ExactText.local(text).isDefined),
    ("instant", 'T') -> (text =>
      Instant.matches(text) && ExactText.local(text.dropRight(1)).isDefined
    )
  )

  private val byBytes: Ordering[String] = (a: String, b: String) =>
    Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))

  private def decimals(number: String): Int =
    number.indexOf('.') match {
      case -1    => 0
      case point => number.length - point - 1
    }

  /** The start of a text, cut between characters. */
  private def cut(text: String): String = {
    val bytes = text.getBytes(UTF_8)
    if (bytes.length <= MaxBoundLength) text
    else {
      val end = (MaxBoundLength to 0 by -1).find(at => (bytes(at) & 0xc0) != 0x80).getOrElse(0)
      new String(bytes, 0, end, UTF_8)
    }
  }
}
