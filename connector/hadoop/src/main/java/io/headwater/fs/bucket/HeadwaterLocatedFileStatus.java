package io.headwater.fs.bucket;

import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;

/** The status of an object or a folder in listings with block locations. */
public final class HeadwaterLocatedFileStatus extends LocatedFileStatus implements ObjectStatus {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String etag;

  public HeadwaterLocatedFileStatus(HeadwaterFileStatus status, BlockLocation[] locations) {
    super(status, locations);
    key = status.key();
    etag = status.getEtag();
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String getEtag() {
    return etag;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
