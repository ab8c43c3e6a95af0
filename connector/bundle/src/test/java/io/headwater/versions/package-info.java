/** {@code headwater-hadoop.jar} on each version of Hadoop. */
package io.headwater.versions;
