/** The reference implementation of the seam: every capability, in this process's memory. */
package io.headwater.store.memory;
