/** The {@code ObjectStore} for the S3 REST API, with the AWS SDK for Java 2. */
package io.headwater.store.s3;
