/** The rules of dependencies between packages, and planted classes that break each rule. */
package io.headwater.architecture;
