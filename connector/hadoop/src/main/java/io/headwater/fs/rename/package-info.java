/**
 * Renames. {@link io.headwater.fs.rename.Renaming} publishes a committer's output and copies other
 * files, {@link io.headwater.fs.rename.StrictRename} follows FileContext's rules.
 */
package io.headwater.fs.rename;
