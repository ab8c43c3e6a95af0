/** Behaviours around a store: each layer is a store that wraps one store and adds one behaviour. */
package io.headwater.store.layers;
