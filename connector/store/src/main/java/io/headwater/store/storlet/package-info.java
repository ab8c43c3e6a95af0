/** The client side of storlets, which run on stored objects: {@code protocol/STORLETS.md}. */
package io.headwater.store.storlet;
