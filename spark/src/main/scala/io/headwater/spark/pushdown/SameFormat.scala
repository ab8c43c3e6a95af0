package io.headwater.spark.pushdown

/** A format that is the same as any other of its class, whatever the metrics, so that Spark sees
  * that two scans of a plan are the same.
  */
trait SameFormat extends Equals {
  override def equals(other: Any): Boolean = canEqual(other)

  override def hashCode: Int = getClass.hashCode

  override def canEqual(other: Any): Boolean = other != null && other.getClass == getClass
}
