package io.headwater.fs.write;

import io.headwater.store.content.Content;
import java.io.IOException;

/** Writes a {@code _SUCCESS} that replaces the existing one, unless that is a manifest. */
final class SuccessFileStream extends WholeFileStream {
  private final WriteContext context;
  private final String root;

  /**
   * @param root the key of the file's folder
   */
  SuccessFileStream(WriteContext context, String root) {
    this.context = context;
    this.root = root;
  }

  @Override
  void store(byte[] content) throws IOException {
    new ManifestProtection(context).put(root, Content.of(content));
  }
}
