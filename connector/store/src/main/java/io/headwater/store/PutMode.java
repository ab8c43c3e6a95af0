package io.headwater.store;

import io.headwater.store.exception.UnsupportedByStoreException;
import java.util.Optional;
import java.util.Set;

/** The condition on a key for a write to succeed. */
public sealed interface PutMode {
  /** No condition: creates or replaces. */
  PutMode OVERWRITE = new Overwrite();

  /** No object may exist ({@code If-None-Match: *}). Needs {@link Capability#CREATE_IF_ABSENT}. */
  PutMode CREATE_IF_ABSENT = new CreateIfAbsent();

  /** The capability that this mode needs, or empty if every store supports it. */
  Optional<Capability> needs();

  /**
   * Refuses this mode if it needs an undeclared capability, before any request.
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

  /** The same for the completion of an upload. */
  default void requireToComplete(Set<Capability> declared, String place)
      throws UnsupportedByStoreException {
    requireOf(declared, place);
    if (needs().isPresent() && !declared.contains(Capability.CONDITIONAL_COMPLETION)) {
      throw new UnsupportedByStoreException(
          place + ": this store does not declare " + Capability.CONDITIONAL_COMPLETION, null);
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
   * The object must have this ETag ({@code If-Match}). Needs {@link Capability#REPLACE_IF_MATCH}.
   */
  record ReplaceIfMatch(String etag) implements PutMode {
    @Override
    public Optional<Capability> needs() {
      return Optional.of(Capability.REPLACE_IF_MATCH);
    }
  }
}
