package io.headwater.store.swift;

import org.apache.hc.core5.http.ContentType;

/** The media types of what is written, and what they tell in listings. */
final class SwiftTypes {
  /** Of bytes. */
  static final ContentType BYTES = ContentType.APPLICATION_OCTET_STREAM;

  /** Of an object without bytes, as file(1) names it: a listing so tells it from a manifest. */
  static final ContentType EMPTY = ContentType.create("application/x-empty");

  /** Of the directory markers of Swift's other clients. */
  static final String DIRECTORY = "application/directory";

  private SwiftTypes() {}

  static ContentType of(long length) {
    return length == 0 ? EMPTY : BYTES;
  }
}
