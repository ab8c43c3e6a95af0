package io.headwater.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractBondedFSContract;

/**
 * What Hadoop's suites are told of the file system: a bucket's root, and in {@code
 * contract/headwater.xml} each way in which an object store differs.
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
