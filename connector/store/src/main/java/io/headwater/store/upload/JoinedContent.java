package io.headwater.store.upload;

import io.headwater.store.content.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The concatenated bytes of several parts. */
final class JoinedContent implements Content {
  private final List<Content> parts;

  JoinedContent(List<? extends Content> first, Content last) {
    parts = new ArrayList<>(first);
    parts.add(last);
  }

  @Override
  public long length() {
    return parts.stream().mapToLong(Content::length).sum();
  }

  @Override
  public InputStream open() throws IOException {
    List<InputStream> streams = new ArrayList<>();
    for (Content part : parts) {
      streams.add(part.open());
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }
}
