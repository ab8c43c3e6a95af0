/** Runs the store's storlets on files. */
package io.headwater.fs.storlet;
