package io.headwater.fs;

import io.headwater.store.content.Content;
import java.io.IOException;

/** Writes a {@code _SUCCESS} that replaces the existing one, unless that is a manifest. */
final class SuccessFileStream extends WholeFileStream {
  private final FileSystemContext bucket;
  private final String root;

  /**
   * @param root the key of the file's folder
   */
  SuccessFileStream(FileSystemContext bucket, String root) {
    this.bucket = bucket;
    this.root = root;
  }

  @Override
  void store(byte[] content) throws IOException {
    new ManifestProtection(bucket).put(root, Content.of(content));
  }
}
