/** Storlets as a client runs them on stored objects: {@code protocol/STORLETS.md}. */
package io.headwater.store.storlet;
