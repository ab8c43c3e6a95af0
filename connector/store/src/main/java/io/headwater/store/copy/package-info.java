/** Copies inside a store: what all backends do alike, and the requests that differ. */
package io.headwater.store.copy;
