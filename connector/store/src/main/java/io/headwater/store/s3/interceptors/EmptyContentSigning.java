package io.headwater.store.s3.interceptors;

import software.amazon.awssdk.auth.signer.S3SignerExecutionAttribute;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Signs empty content as a whole. Over plain HTTP the SDK signs a series of chunks, and Ceph's
 * gateway refuses a series that has only the last one.
 */
public final class EmptyContentSigning implements ExecutionInterceptor {
  @Override
  @SuppressWarnings("deprecation") // The SDK has no other way for a single request.
  public SdkHttpRequest modifyHttpRequest(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    if (context.requestBody().flatMap(RequestBody::optionalContentLength).orElse(-1L) == 0) {
      attributes.putAttribute(S3SignerExecutionAttribute.ENABLE_CHUNKED_ENCODING, false);
    }
    return context.httpRequest();
  }
}
