package io.headwater.fs;

import org.apache.hadoop.fs.EtagSource;

/** A status that tells which object it is of, so that a reader need not ask again. */
interface ObjectStatus extends EtagSource {
  /** The object's key; empty for a folder and for what is being written. */
  String key();
}
