package io.headwater.fs;

import io.headwater.store.Content;
import java.io.IOException;

/** Writes a {@code _SUCCESS} that replaces what is there, unless that is a manifest. */
final class SuccessFileStream extends WholeFileStream {
  private final Bucket bucket;
  private final String root;

  /**
   * @param root the key of the folder in which the file is
   */
  SuccessFileStream(Bucket bucket, String root) {
    this.bucket = bucket;
    this.root = root;
  }

  @Override
  void store(byte[] content) throws IOException {
    new ManifestProtection(bucket).put(root, Content.of(content));
  }
}
