/** What tests of every module share: the real servers that they run against. */
package io.headwater.testing;
