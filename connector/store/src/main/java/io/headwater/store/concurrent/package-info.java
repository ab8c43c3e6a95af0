/** Threads for requests, and what they share and carry. */
package io.headwater.store.concurrent;
