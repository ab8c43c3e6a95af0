/**
 * The settings of a bucket's file system. A {@link io.headwater.fs.config.Setting} is a name with
 * its type, default and description. {@link io.headwater.fs.config.Settings} reads its value from
 * Hadoop's configuration. {@link io.headwater.fs.config.KnownSettings} lists all of them, for the
 * reference table and for warnings about unknown names.
 */
package io.headwater.fs.config;
