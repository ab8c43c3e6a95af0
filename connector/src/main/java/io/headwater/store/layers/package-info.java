/** Behaviours around a store: each layer wraps one store, is one, and adds one thing. */
package io.headwater.store.layers;
