/**
 * What differs between the versions of Hadoop, from 3.3.4 on. A class that an older Hadoop does not
 * have is used here, or in a class that only newer ones load.
 */
package io.headwater.fs.hadoop;
