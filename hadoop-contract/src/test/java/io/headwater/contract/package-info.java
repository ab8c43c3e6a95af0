/**
 * Hadoop's contract suites against {@code HeadwaterFileSystem}. Every suite is one small class, and
 * every class runs once for each {@link io.headwater.contract.ContractStore}: Surefire has one
 * execution a store, which names it in the system property {@code contract.store}.
 *
 * <p>The suites rename and delete roots, so each class has a fresh bucket of its own and never sees
 * another file system.
 */
package io.headwater.contract;
