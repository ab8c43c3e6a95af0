package io.headwater.spark.typed

import org.apache.spark.sql.headwater.SparkInternals
import org.slf4j.LoggerFactory

/** Arrow's memory outside the heap, which needs an option of Java. Spark's programs set it. A
  * program that has Spark as a library may not.
  */
object ArrowMemory {
  private val Bytes = 8

  /** Whether this process can read typed answers. */
  lazy val isUsable: Boolean =
    try {
      val allocator = SparkInternals.arrowAllocator("check", Bytes)
      try {
        val buffer = allocator.buffer(Bytes)
        // As a reader of a stream does.
        try buffer.nioBuffer(0, Bytes)
        finally buffer.close()
      } finally allocator.close()
      true
    } catch {
      case error @ (_: LinkageError | _: UnsupportedOperationException) =>
        LoggerFactory
          .getLogger(getClass)
          .warn(
            "Spark parses all records itself, because Java does not let Arrow use memory. Start Java " +
              "with --add-opens=java.base/java.nio=ALL-UNNAMED",
            error
          )
        false
    }
}
