package io.headwater.store;

/** What must hold of a key for a write to it to succeed. */
public sealed interface PutMode {
  /** Anything: creates or replaces. */
  PutMode OVERWRITE = new Overwrite();

  /** Nothing may be there ({@code If-None-Match: *}); needs {@link Capability#CREATE_IF_ABSENT}. */
  PutMode CREATE_IF_ABSENT = new CreateIfAbsent();

  /** See {@link #OVERWRITE}. */
  record Overwrite() implements PutMode {}

  /** See {@link #CREATE_IF_ABSENT}. */
  record CreateIfAbsent() implements PutMode {}

  /**
   * The object there must have this ETag ({@code If-Match}); needs {@link
   * Capability#REPLACE_IF_MATCH}.
   */
  record ReplaceIfMatch(String etag) implements PutMode {}
}
