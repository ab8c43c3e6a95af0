package io.headwater.store;

/**
 * An object that a bulk delete left.
 *
 * @param key the object's
 * @param reason the store's code and message
 */
public record DeleteFailure(String key, String reason) {}
