/**
 * Identities and tokens of Swift: Keystone v3, TempAuth (v1), {@code clouds.yaml} and {@code OS_*}
 * variables.
 */
package io.headwater.store.swift.auth;
