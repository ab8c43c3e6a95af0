package io.headwater.spark

import io.headwater.commit.manifest.ManifestEntry

/** What an attempt has published, as it tells the driver.
  *
  * @param atRoots
  *   the entries by the root that they are below, in full
  */
private case class CommittedFiles(atRoots: Map[String, Seq[ManifestEntry]])
