package io.headwater.fs;

import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.ManifestParser;
import io.headwater.store.Content;
import io.headwater.store.PutOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

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
    String key = ManifestKeys.base(root);
    bucket.known().forget(key);
    String place = bucket.store().name() + "/" + key;
    InputStream document = new ByteArrayInputStream(content);
    if (ManifestParser.parse(document, content.length, place).isPresent()) {
      bucket.store().put(key, Content.of(content), PutOptions.OVERWRITE);
    } else {
      new ManifestProtection(bucket).putSuccess(root, Content.of(content));
    }
  }
}
