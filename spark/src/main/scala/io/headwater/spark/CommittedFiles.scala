package io.headwater.spark

import io.headwater.commit.CommittedAttempt

/** What an attempt has committed, as it tells the driver.
  *
  * @param atRoots
  *   its files by the root that they are below, in full
  */
private case class CommittedFiles(atRoots: Map[String, CommittedAttempt])
