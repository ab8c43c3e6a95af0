/** When an operation is repeated: the limits, the pauses and the reasons of all modules. */
package io.headwater.store.retry;
