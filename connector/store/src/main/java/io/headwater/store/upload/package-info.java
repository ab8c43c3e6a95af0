/**
 * Turns a stream of bytes into an object, within bounded memory.
 *
 * <p>{@link io.headwater.store.upload.ObjectWriter} collects bytes in {@link
 * io.headwater.store.upload.PartBuffer}s. These take blocks of a {@link
 * io.headwater.store.upload.BlockPool} and, if none is free, a local file. Closing a writer
 * <em>seals</em> its object: the bytes are safe and invisible. If the store accepts objects of
 * unknown length, {@link io.headwater.store.upload.StreamedTransfer} sends the bytes while they are
 * written. Only {@link io.headwater.store.upload.ObjectWriter#publish} makes the object visible.
 */
package io.headwater.store.upload;
