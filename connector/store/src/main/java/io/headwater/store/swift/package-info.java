/** The {@code ObjectStore} for OpenStack Swift's REST API, with Apache HttpClient. */
package io.headwater.store.swift;
