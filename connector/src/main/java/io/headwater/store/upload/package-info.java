/**
 * From a stream of bytes to an object, within bounded memory.
 *
 * <p>{@link io.headwater.store.upload.ObjectWriter} collects bytes in {@link
 * io.headwater.store.upload.PartBuffer}s, which take blocks of a {@link
 * io.headwater.store.upload.BlockPool} and, when it has none left, a local file. Closing a writer
 * <em>seals</em> its object: the bytes are safe and invisible. Where the store takes objects of
 * unknown length, {@link io.headwater.store.upload.StreamedTransfer} sends them while they are
 * written. Only {@link io.headwater.store.upload.ObjectWriter#publish} makes it visible.
 */
package io.headwater.store.upload;
