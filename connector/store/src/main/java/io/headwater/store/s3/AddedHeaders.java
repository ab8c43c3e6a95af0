package io.headwater.store.s3;

import io.headwater.store.concurrent.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * Adds headers to every request of a kind before it is signed. The code that creates requests need
 * not know them.
 *
 * @param wanted returns the headers to add to a request
 */
record AddedHeaders(Function<SdkRequest, Map<String, String>> wanted)
    implements ExecutionInterceptor {
  private static final Set<Class<?>> MAKE_OBJECTS =
      Set.of(PutObjectRequest.class, CreateMultipartUploadRequest.class, CopyObjectRequest.class);

  private static final Set<Class<?>> NEED_CONTENT =
      Set.of(
          GetObjectRequest.class,
          HeadObjectRequest.class,
          UploadPartRequest.class,
          UploadPartCopyRequest.class);

  private static final Set<Class<?>> COPY =
      Set.of(CopyObjectRequest.class, UploadPartCopyRequest.class);

  /** Adds headers to every request. */
  static AddedHeaders toAll(Map<String, String> headers) {
    return new AddedHeaders(request -> headers);
  }

  /** Adds headers to requests that create an object. */
  static AddedHeaders toNewObjects(Map<String, String> headers) {
    return new AddedHeaders(
        request -> MAKE_OBJECTS.contains(request.getClass()) ? headers : Map.of());
  }

  /** Adds the headers of an encryption to the requests that need them. */
  static AddedHeaders of(Encryption encryption) {
    return new AddedHeaders(
        request -> {
          Map<String, String> headers = new LinkedHashMap<>();
          if (MAKE_OBJECTS.contains(request.getClass())) {
            headers.putAll(encryption.ofNewObjects());
          }
          if (NEED_CONTENT.contains(request.getClass())) {
            headers.putAll(encryption.ofContent());
          }
          if (COPY.contains(request.getClass())) {
            headers.putAll(encryption.ofCopySource());
          }
          return headers;
        });
  }

  /**
   * Adds the trace of a request as its Referer, without some attributes. Requests without a trace
   * stay unchanged.
   */
  static AddedHeaders traced(Set<String> leftOut) {
    return new AddedHeaders(
        request -> {
          String operation = request.getClass().getSimpleName().replaceFirst("Request$", "");
          String referrer = Trace.current().referrer(operation, leftOut);
          return referrer.isEmpty() ? Map.of() : Map.of("Referer", referrer);
        });
  }

  @Override
  public SdkHttpRequest modifyHttpRequest(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    SdkHttpRequest.Builder request = context.httpRequest().toBuilder();
    wanted.apply(context.request()).forEach(request::putHeader);
    return request.build();
  }
}
