package io.headwater.spark.typed

import io.headwater.store.exception.TransientStoreException
import io.headwater.store.storlet.Frames
import java.io.ByteArrayOutputStream
import org.apache.arrow.memory.RootAllocator
import org.apache.arrow.vector.{IntVector, VectorSchemaRoot}
import org.apache.arrow.vector.ipc.ArrowStreamWriter
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._
import scala.util.Using

class TypedAnswerTest {
  private val before = allocated

  @Test
  def aBrokenAnswerFreesItsMemory(): Unit = {
    val answer = broken
    assertEquals(Seq(0, 1, 2), answer.next().rowIterator.asScala.map(_.getInt(0)).toSeq)
    assertTrue(allocated > before)
    assertThrows(classOf[TransientStoreException], () => answer.foreach(_ => ()))
    assertEquals(before, allocated)
  }

  @Test
  def anAnswerThatIsClosedEarlyFreesItsMemory(): Unit = {
    val answer = broken
    answer.next()
    assertTrue(allocated > before)
    answer.close()
    assertEquals(before, allocated)
    assertTrue(!answer.hasNext)
  }

  /** The bytes of all of Spark's Arrow memory. */
  private def allocated: Long =
    Using.resource(SparkInternals.arrowAllocator("test", 0))(
      _.getParentAllocator.getAllocatedMemory
    )

  /** An answer that has two batches, and no end. */
  private def broken: TypedAnswer =
    new TypedAnswer(
      new Frames().add('D', batches).answer(),
      StructType.fromDDL("n INT"),
      _ => Iterator.empty
    )

  /** Two batches of 0, 1 and 2. */
  private def batches: Array[Byte] =
    Using.Manager { manager =>
      val numbers = manager(new IntVector("n", manager(new RootAllocator)))
      (0 until 3).foreach(i => numbers.setSafe(i, i))
      val root = manager(VectorSchemaRoot.of(numbers))
      root.setRowCount(3)
      val bytes = new ByteArrayOutputStream
      val writer = manager(new ArrowStreamWriter(root, null, bytes))
      writer.writeBatch()
      writer.writeBatch()
      bytes.toByteArray
    }.get
}
