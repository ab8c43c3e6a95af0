/** What a store can fail with, and how they are classified. */
package io.headwater.store.exception;
