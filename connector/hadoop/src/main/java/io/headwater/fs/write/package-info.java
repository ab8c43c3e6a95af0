/**
 * Creates and deletes. {@link io.headwater.fs.write.FileCreator} starts a file, {@link
 * io.headwater.fs.write.ManifestProtection} keeps manifests from other programs.
 */
package io.headwater.fs.write;
