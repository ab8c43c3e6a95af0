package io.headwater.store.s3.interceptors;

import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Removes the request's own parameters from a listing before the SDK decodes its names. Ceph's
 * gateway encodes the names but not the parameters. A percent sign in a prefix would fail there.
 */
public final class ListedNames implements ExecutionInterceptor {
  @Override
  public SdkResponse modifyResponse(
      Context.ModifyResponse context, ExecutionAttributes attributes) {
    SdkResponse response = context.response();
    if (response instanceof ListObjectsV2Response listing) {
      return listing.toBuilder().prefix(null).delimiter(null).startAfter(null).build();
    }
    if (response instanceof ListMultipartUploadsResponse listing) {
      return listing.toBuilder().prefix(null).delimiter(null).keyMarker(null).build();
    }
    return response;
  }
}
