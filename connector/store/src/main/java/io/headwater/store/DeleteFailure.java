package io.headwater.store;

/**
 * An object that a bulk delete did not delete.
 *
 * @param key the object's key
 * @param reason the store's code and message
 */
public record DeleteFailure(String key, String reason) {}
