package io.headwater.contract;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A new bucket for one suite, deleted after it. */
final class ContractBucket implements BeforeAllCallback, AfterAllCallback {
  private ContractStore.Place place;

  @Override
  public void beforeAll(ExtensionContext context) {
    place = ContractStore.current().newPlace();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    FileSystem.closeAll();
    place.removal().run();
  }

  /** The suites' description of this bucket. */
  HeadwaterContract contract(Configuration configuration) {
    return new HeadwaterContract(configure(configuration), root());
  }

  /** The file system of this bucket, from Hadoop's cache. */
  FileSystem fileSystem() throws IOException {
    return FileSystem.get(URI.create(root()), configure(new Configuration()));
  }

  /** A new FileContext of this bucket. */
  FileContext fileContext() throws IOException {
    return FileContext.getFileContext(URI.create(root()), configure(new Configuration()));
  }

  /** A file system of this bucket with separate settings, which the caller closes. */
  FileSystem newFileSystem(Configuration configuration) throws IOException {
    return FileSystem.newInstance(URI.create(root()), configure(configuration));
  }

  private Configuration configure(Configuration configuration) {
    place.configure(configuration);
    return configuration;
  }

  private String root() {
    return place.root();
  }
}
