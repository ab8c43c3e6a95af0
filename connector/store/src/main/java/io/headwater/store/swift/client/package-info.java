/** Requests of OpenStack Swift's API and their errors. */
package io.headwater.store.swift.client;
