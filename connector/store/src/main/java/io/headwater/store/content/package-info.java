/** Bytes that are sent or received. */
package io.headwater.store.content;
