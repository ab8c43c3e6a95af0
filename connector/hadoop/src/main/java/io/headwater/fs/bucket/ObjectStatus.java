package io.headwater.fs.bucket;

import org.apache.hadoop.fs.EtagSource;

/** A status with its object's key, so that a reader needs no further request. */
public interface ObjectStatus extends EtagSource {
  /** The object's key, or empty for a folder and for a file that is being written. */
  String key();
}
