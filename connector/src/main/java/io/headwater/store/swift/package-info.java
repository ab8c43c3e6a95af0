/** The seam over OpenStack Swift's own REST API, by Apache HttpClient. */
package io.headwater.store.swift;
