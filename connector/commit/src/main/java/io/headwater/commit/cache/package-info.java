/**
 * What a bucket's readers remember of parts and manifests. The table in {@code
 * docs/reference/settings.md}, section <i>Caches</i>, lists what each cache holds, for how long,
 * and what invalidates it.
 */
package io.headwater.commit.cache;
