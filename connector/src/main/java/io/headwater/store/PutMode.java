package io.headwater.store;

import java.util.Optional;
import java.util.Set;

/** What must hold of a key for a write to it to succeed. */
public sealed interface PutMode {
  /** Anything: creates or replaces. */
  PutMode OVERWRITE = new Overwrite();

  /** Nothing may be there ({@code If-None-Match: *}); needs {@link Capability#CREATE_IF_ABSENT}. */
  PutMode CREATE_IF_ABSENT = new CreateIfAbsent();

  /** The capability without which a store refuses this mode; empty if every store has it. */
  Optional<Capability> needs();

  /**
   * Refuses this mode if it needs what a store does not declare, before anything is sent.
   *
   * @param place the store's name and the key, for the message
   */
  default void requireOf(Set<Capability> declared, String place)
      throws UnsupportedByStoreException {
    if (needs().isPresent() && !declared.contains(needs().get())) {
      throw new UnsupportedByStoreException(
          place + ": this store does not declare " + needs().get(), null);
    }
  }

  /** See {@link #OVERWRITE}. */
  record Overwrite() implements PutMode {
    @Override
    public Optional<Capability> needs() {
      return Optional.empty();
    }
  }

  /** See {@link #CREATE_IF_ABSENT}. */
  record CreateIfAbsent() implements PutMode {
    @Override
    public Optional<Capability> needs() {
      return Optional.of(Capability.CREATE_IF_ABSENT);
    }
  }

  /**
   * The object there must have this ETag ({@code If-Match}); needs {@link
   * Capability#REPLACE_IF_MATCH}.
   */
  record ReplaceIfMatch(String etag) implements PutMode {
    @Override
    public Optional<Capability> needs() {
      return Optional.of(Capability.REPLACE_IF_MATCH);
    }
  }
}
