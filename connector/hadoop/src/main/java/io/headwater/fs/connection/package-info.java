/**
 * The connections to S3 and Swift that the settings describe, and S3A's settings that do not fit.
 */
package io.headwater.fs.connection;
