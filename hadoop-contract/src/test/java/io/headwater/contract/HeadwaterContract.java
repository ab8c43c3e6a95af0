package io.headwater.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/**
 * The description of the file system for Hadoop's suites: a bucket's root, and in {@code
 * contract/headwater.xml} each difference of an object store.
 */
final class HeadwaterContract extends AbstractBondedFSContract {
  private final String scheme;

  HeadwaterContract(Configuration configuration, String root) {
    super(configuration);
    scheme = root.substring(0, root.indexOf(':'));
    addConfResource("contract/headwater.xml");
    configuration.set(getConfKey(String.format(FSNAME_OPTION, scheme)), root);
  }

  @Override
  public String getScheme() {
    return scheme;
  }
}
