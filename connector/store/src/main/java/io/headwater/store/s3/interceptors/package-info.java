/** What is done to every request and response of the SDK, whatever its bucket. */
package io.headwater.store.s3.interceptors;
