/**
 * What a file system remembers of the store's responses. The table in {@code
 * docs/reference/settings.md}, section <i>Caches</i>, lists what each cache holds, for how long,
 * and what invalidates it.
 */
package io.headwater.fs.cache;
