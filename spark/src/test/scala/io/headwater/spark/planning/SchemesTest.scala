package io.headwater.spark.planning

import java.util.concurrent.atomic.AtomicInteger
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path, RawLocalFileSystem}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.Test

class SchemesTest {
  private val conf = new Configuration

  @Test
  def headwatersSchemesAreThoseWhoseClassIsHeadwaters(): Unit = {
    conf.set("fs.s3a.impl", "io.headwater.fs.HeadwaterFileSystem")
    Seq("s3", "s3a", "swift", "cos").foreach(scheme =>
      assertTrue(Schemes.isOurs(scheme, conf), scheme)
    )
    conf.set("fs.broken.impl", "not.a.Class")
    Seq("file", "unknown", "broken").foreach(scheme =>
      assertFalse(Schemes.isOurs(scheme, conf), scheme)
    )
  }

  @Test
  def noFileSystemIsCreated(): Unit = {
    conf.set("fs.counted.impl", classOf[CountedFileSystem].getName)
    conf.setBoolean("fs.counted.impl.disable.cache", true)
    assertFalse(Schemes.isOurs("counted", conf))
    assertEquals(0, CountedFileSystem.created.get)
    new Path("counted:/it").getFileSystem(conf)
    assertEquals(1, CountedFileSystem.created.get)
  }
}

/** A file system that counts its instances. */
class CountedFileSystem extends RawLocalFileSystem {
  CountedFileSystem.created.incrementAndGet()
}

object CountedFileSystem {
  val created = new AtomicInteger
}
