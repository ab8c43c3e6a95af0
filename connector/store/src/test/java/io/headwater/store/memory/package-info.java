/**
 * The reference implementation of {@code ObjectStore}: every capability, in this process's memory.
 */
package io.headwater.store.memory;
