package io.headwater.store.swift.client;

import org.apache.hc.core5.http.ContentType;

/** The media types of written objects, and their meaning in listings. */
public final class SwiftTypes {
  /** Objects with bytes. */
  public static final ContentType BYTES = ContentType.APPLICATION_OCTET_STREAM;

  /**
   * Objects without bytes, in the notation of file(1). It distinguishes them from manifests in a
   * listing.
   */
  public static final ContentType EMPTY = ContentType.create("application/x-empty");

  /** The directory markers of Swift's other clients. */
  public static final String DIRECTORY = "application/directory";

  private SwiftTypes() {}

  public static ContentType of(long length) {
    return length == 0 ? EMPTY : BYTES;
  }
}
