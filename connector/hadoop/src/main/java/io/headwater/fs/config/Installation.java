package io.headwater.fs.config;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/** Refuses file systems in an application whose Spark could not install all of Headwater. */
public final class Installation {
  private Installation() {}

  /** Fails if the bundle for Spark set a reason, see {@link OptionNames#UNUSABLE}. */
  public static void check(URI uri, Configuration configuration) throws IOException {
    String reason = configuration.get(OptionNames.UNUSABLE);
    if (reason != null) {
      throw new IOException(uri + " cannot be used. " + reason);
    }
  }
}
