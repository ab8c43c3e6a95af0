/**
 * Reads files. {@link io.headwater.fs.read.FileOpener} opens a file, {@link
 * io.headwater.fs.read.ObjectReads} decides which bytes to request.
 */
package io.headwater.fs.read;
