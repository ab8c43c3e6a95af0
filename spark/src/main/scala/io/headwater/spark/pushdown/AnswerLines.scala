package io.headwater.spark.pushdown

import java.io.InputStream
import org.apache.hadoop.io.Text
import org.apache.hadoop.util.LineReader

/** The lines of a storlet's response. */
object AnswerLines {

  /** Each line overwrites the previous one. The last line need not end with a separator.
    *
    * @param separator
    *   the line separator, null for `\n`, `\r\n` and `\r`, also mixed
    */
  def apply(answer: InputStream, separator: Array[Byte]): Iterator[Text] = {
    val reader = new LineReader(answer, separator)
    val line = new Text
    Iterator.continually(reader.readLine(line)).takeWhile(_ > 0).map(_ => line)
  }
}
