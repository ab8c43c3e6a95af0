/** Addresses, secrets and checks of servers, for every backend. */
package io.headwater.store.connection;
