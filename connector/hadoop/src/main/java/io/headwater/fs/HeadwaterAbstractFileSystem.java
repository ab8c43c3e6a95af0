package io.headwater.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;

/**
 * The file system for programs of Hadoop's FileContext, for example YARN: the setting {@code
 * fs.AbstractFileSystem.SCHEME.impl} of each scheme. It delegates to {@link HeadwaterFileSystem}.
 */
public final class HeadwaterAbstractFileSystem extends DelegateToFileSystem {
  /** Created by Hadoop, by class name. */
  public HeadwaterAbstractFileSystem(URI uri, Configuration configuration)
      throws IOException, URISyntaxException {
    // Hadoop requires a port where it requires an authority. The file system requires a bucket.
    super(uri, new HeadwaterFileSystem(), configuration, uri.getScheme(), false);
  }
}
