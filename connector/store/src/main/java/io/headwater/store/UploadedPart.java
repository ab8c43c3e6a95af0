package io.headwater.store;

import java.io.Serializable;

/**
 * A part that the store has.
 *
 * @param number from 1 to {@link MultipartUploads#MAXIMUM_PARTS}
 * @param etag the store's ETag of the part, without quotes
 * @param length in bytes
 */
public record UploadedPart(int number, String etag, long length) implements Serializable {}
