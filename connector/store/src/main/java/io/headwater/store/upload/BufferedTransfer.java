package io.headwater.store.upload;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Buffers bytes in memory and on the local disk. A short object is sent by one PUT when it is
 * published. If the key of a longer object is known, full parts are sent while it is written.
 */
final class BufferedTransfer implements Transfer {
  private final ObjectStore store;
  private final UploadResources resources;
  private final String key;
  private final PutOptions options;
  private final boolean keyIsFinal;
  private final List<PartBuffer> waiting = new ArrayList<>();
  private PartBuffer current;
  private PartSender sender;
  private long length;

  /**
   * @param key empty if it is known only at publication; nothing is sent before then
   */
  BufferedTransfer(ObjectStore store, UploadResources resources, String key, PutOptions options) {
    this.store = store;
    this.resources = resources;
    this.key = key;
    this.options = options;
    this.keyIsFinal = !key.isEmpty();
    this.current = resources.newBuffer();
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    int position = offset;
    int left = count;
    while (left > 0) {
      long room = roomInPart();
      if (room == 0) {
        finishPart();
        continue;
      }
      int fits = (int) Math.min(left, room);
      current.append(bytes, position, fits);
      position += fits;
      left -= fits;
      length += fits;
    }
  }

  private long roomInPart() {
    int number = waiting.size() + (sender == null ? 1 : sender.nextPart());
    return resources.settings().lengthOfPart(number) - current.length();
  }

  private void finishPart() throws IOException {
    current.seal();
    waiting.add(current);
    current = resources.newBuffer();
    if (sender != null || (keyIsFinal && length >= wholeLength())) {
      sendWaiting(key);
    }
  }

  private long wholeLength() {
    return resources.settings().wholeLength();
  }

  private void sendWaiting(String target) throws IOException {
    if (sender == null) {
      sender = PartSender.begin(store.uploads(), resources.senders(), target, options);
    }
    while (!waiting.isEmpty()) {
      PartBuffer part = waiting.get(0);
      sender.send(part);
      waiting.remove(0);
    }
  }

  @Override
  public void seal() throws IOException {
    if (sender != null || (keyIsFinal && length > wholeLength())) {
      finishPart();
      sender.awaitAll();
    }
    current.seal();
  }

  @Override
  public ObjectInfo publishAs(String target) throws IOException {
    if (sender == null && length <= wholeLength()) {
      return store.put(target, new JoinedContent(waiting, current), options);
    }
    if (sender == null) {
      sendAll(target);
    }
    return Relocation.to(target, sender.key(), sender.complete(), store);
  }

  private void sendAll(String target) throws IOException {
    if (current.length() > 0) {
      finishPart();
    }
    sendWaiting(target);
  }

  @Override
  public PendingUpload detach() throws IOException {
    if (length == 0) {
      return PendingUpload.ofEmpty(key);
    }
    if (sender == null) {
      sendAll(key);
    }
    return sender.detach();
  }

  @Override
  public Optional<Content> content() {
    return sender == null ? Optional.of(new JoinedContent(waiting, current)) : Optional.empty();
  }

  @Override
  public void abort() throws IOException {
    if (sender != null) {
      sender.abort();
    }
  }

  @Override
  public void release() throws IOException {
    current.close();
    for (PartBuffer part : waiting) {
      part.close();
    }
    waiting.clear();
  }
}
