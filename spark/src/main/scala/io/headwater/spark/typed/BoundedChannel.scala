package io.headwater.spark.typed

import java.io.{IOException, InputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.Channels
import org.apache.arrow.vector.ipc.ReadChannel

/** Reads messages of an Arrow stream. Arrow allocates as many bytes as a message claims to have. A
  * storlet may answer with other bytes than an Arrow stream, so a claim of too many is an error.
  */
class BoundedChannel(stream: InputStream) extends ReadChannel(Channels.newChannel(stream)) {
  import BoundedChannel._

  override def readFully(buffer: ByteBuffer): Int = {
    val begin = buffer.position()
    val read = super.readFully(buffer)
    if (read == Integer.BYTES && buffer.capacity == Integer.BYTES) {
      val claimed = buffer.duplicate.order(ByteOrder.LITTLE_ENDIAN).getInt(begin)
      if (claimed != Continuation && (claimed < 0 || claimed > MaxBytes))
        throw new IOException(s"a message of a typed answer would have $claimed bytes")
    }
    read
  }
}

object BoundedChannel {

  /** What precedes a message's length. */
  private val Continuation = -1

  /** Of a message's metadata, which names thousands of columns. Its body is bounded by its
    * allocator.
    */
  private val MaxBytes = 4 << 20
}
