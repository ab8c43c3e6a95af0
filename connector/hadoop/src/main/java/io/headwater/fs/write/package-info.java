/**
 * Creates, renames and deletes. {@link io.headwater.fs.write.FileCreator} starts a file, {@link
 * io.headwater.fs.write.Renaming} publishes a committer's output, {@link
 * io.headwater.fs.write.ManifestProtection} keeps manifests from other programs.
 */
package io.headwater.fs.write;
