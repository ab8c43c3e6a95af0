package io.headwater.spark.pushdown

import java.io.InputStream
import org.apache.hadoop.io.Text
import org.apache.hadoop.util.LineReader

/** The lines of a storlet's answer. */
object AnswerLines {

  /** Each overwrites the one before; the last one need not be ended.
    *
    * @param separator
    *   what ends a line; null for `\n`, `\r\n` and `\r`, as they come
    */
  def apply(answer: InputStream, separator: Array[Byte]): Iterator[Text] = {
    val reader = new LineReader(answer, separator)
    val line = new Text
    Iterator.continually(reader.readLine(line)).takeWhile(_ > 0).map(_ => line)
  }
}
