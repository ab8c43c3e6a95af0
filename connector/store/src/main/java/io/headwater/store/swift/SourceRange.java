package io.headwater.store.swift;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectInfo;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.InputStream;

/** A range of one version of an object, as the content of another one. */
record SourceRange(SwiftReader reader, ObjectInfo source, ByteRange range) implements Content {
  @Override
  public long length() {
    return range.end() - range.start();
  }

  @Override
  public InputStream open() throws IOException {
    GetOptions options = GetOptions.WHOLE.withRange(range).withIfMatch(source.etag());
    return reader.get(source.key(), options).stream();
  }
}
