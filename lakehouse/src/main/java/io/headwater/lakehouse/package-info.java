/**
 * What table formats need of a store so that several writers can commit. Users name the classes in
 * their configurations.
 */
package io.headwater.lakehouse;
