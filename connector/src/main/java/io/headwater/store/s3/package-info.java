/** The seam over the S3 REST API, by the AWS SDK for Java 2. */
package io.headwater.store.s3;
