/**
 * Hadoop's contract suites against {@code HeadwaterFileSystem}. Every suite is one small class.
 * Every class runs once for each {@link io.headwater.contract.ContractStore}. Surefire has one
 * execution for each store, which sets the system property {@code contract.store}.
 *
 * <p>The suites rename and delete roots. Each class therefore has a new bucket and never sees
 * another file system.
 */
package io.headwater.contract;
