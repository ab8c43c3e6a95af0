/** Test support for all modules: the real servers that tests run against. */
package io.headwater.testing;
