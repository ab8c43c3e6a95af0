package io.headwater.store.swift;

import io.headwater.store.exception.UnsupportedByStoreException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The names of uploads' objects. They are in the container {@code NAME_segments}: parts as {@code
 * segments/KEY/ID/NUMBER}, markers as {@code uploads/KEY/ID}.
 */
public final class SegmentLayout {
  private static final String MARKERS = "uploads/";
  private static final String SEGMENTS = "segments/";
  private static final int LONGEST_NAME = 1024; // bytes, Swift's default max_object_name_length

  private final String mainContainer;

  public SegmentLayout(String mainContainer) {
    this.mainContainer = mainContainer;
  }

  /** The container of the objects. */
  String mainContainer() {
    return mainContainer;
  }

  /** The container of markers and parts. */
  String container() {
    return mainContainer + "_segments";
  }

  /** The object that marks an upload as in progress. */
  public String marker(String key, String id) {
    return markersUnder(key) + "/" + id;
  }

  /** The prefix of the markers of uploads whose keys have a prefix. */
  String markersUnder(String prefix) {
    return MARKERS + prefix;
  }

  /** The prefix of the parts of one upload. */
  String segments(String key, String id) {
    return SEGMENTS + key + "/" + id + "/";
  }

  /** A part. Names sort by part number. */
  String segment(String key, String id, int number) {
    return segments(key, id) + String.format(Locale.ROOT, "%05d", number);
  }

  /** The key and upload id in a marker's name. */
  public Upload upload(String marker) {
    int slash = marker.lastIndexOf('/');
    return new Upload(marker.substring(MARKERS.length(), slash), marker.substring(slash + 1));
  }

  /** Refuses a key that leaves no room for the rest of a part's name. */
  void requireRoom(String key, String id) throws UnsupportedByStoreException {
    int bytes = segment(key, id, 1).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LONGEST_NAME) {
      throw new UnsupportedByStoreException(
          "swift://"
              + mainContainer
              + "/"
              + key
              + ": the key is "
              + (bytes - LONGEST_NAME)
              + " bytes too long for an upload in parts",
          null);
    }
  }

  /** An upload's key and id. */
  public record Upload(String key, String id) {}
}
