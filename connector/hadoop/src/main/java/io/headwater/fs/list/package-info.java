/**
 * Finds and lists files and folders. {@link io.headwater.fs.list.StatusLookup} finds what exists at
 * a path, {@link io.headwater.fs.list.Listing} what exists in a folder.
 */
package io.headwater.fs.list;
