package io.headwater.store.swift.client;

import io.headwater.store.content.Content;
import io.headwater.store.content.OpenBodies;
import io.headwater.store.exception.TransientStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;

/** Sends a request and translates its failure to a store exception. */
public final class SwiftErrors {
  /**
   * Bodies of at least this many bytes wait for {@code 100 Continue}. A refused token or condition
   * then costs no transfer. For smaller bodies the wait costs more than it saves.
   */
  private static final long EXPECT_CONTINUE_FROM = 1 << 20;

  /** The most bytes of an error's body that are read. The body may contain a storlet's log. */
  private static final int LOOKED_AT = 32 << 10;

  /** The most characters of the body that a message repeats. */
  private static final int MOST_WORDS = 2048;

  private final SwiftClient client;

  public SwiftErrors(SwiftClient client) {
    this.client = client;
  }

  /** A response, read in full. */
  public Response call(SwiftRequest request) throws IOException {
    return whole(request, entity(request));
  }

  /** The response to a PUT of bytes, after a check that its ETag is the MD5 of the sent bytes. */
  public Response put(SwiftRequest request) throws IOException {
    SentContent sent = entity(request);
    Response response = whole(request, sent);
    requireEtag(request, response, sent.md5());
    return response;
  }

  public static void requireEtag(SwiftRequest request, Response response, String md5)
      throws TransientStoreException {
    String etag = SwiftNames.unquoted(response.header("ETag"));
    if (!etag.equals(md5)) {
      throw new TransientStoreException(
          request.description() + ": Swift stored other bytes than were sent: its ETag is " + etag,
          null);
    }
  }

  /** The response to a PUT in chunks. The caller checks its ETag. */
  public Response putChunked(SwiftRequest request, ChunkedBody body) throws IOException {
    return response(request.with("Expect", "100-continue"), body);
  }

  private Response whole(SwiftRequest request, SentContent entity) throws IOException {
    return response(
        expectsContinue(request) ? request.with("Expect", "100-continue") : request, entity);
  }

  private Response response(SwiftRequest request, HttpEntity entity) throws IOException {
    try (ClassicHttpResponse response = succeed(request, entity)) {
      return new Response(response, body(request, response));
    }
  }

  /** A response whose body the caller reads and closes. */
  public ClassicHttpResponse open(SwiftRequest request) throws IOException {
    return succeed(request, null);
  }

  /** Registers a response's body, which holds its connection; see {@link OpenBodies}. */
  public InputStream watch(InputStream body, String place) {
    return client.bodies().watch(body, place);
  }

  private static boolean expectsContinue(SwiftRequest request) {
    return request.body().map(Content::length).orElse(0L) >= EXPECT_CONTINUE_FROM;
  }

  private static SentContent entity(SwiftRequest request) {
    return request.body().map(body -> new SentContent(body, request.type())).orElse(null);
  }

  private ClassicHttpResponse succeed(SwiftRequest request, HttpEntity entity) throws IOException {
    ClassicHttpResponse response = client.send(request, entity);
    if (response.getCode() / 100 == 2) {
      return response;
    }
    try (response) {
      String text = text(response);
      throw StorletRefusals.refusal(request, response, text)
          .orElseGet(
              () ->
                  SwiftResponses.translate(
                      request,
                      response.getCode(),
                      words(text),
                      SwiftNames.header(response, "X-Trans-Id")));
    }
  }

  /**
   * An error's text. If it cannot be read, it is empty, so that the original error is still thrown.
   */
  private static String text(ClassicHttpResponse response) {
    if (response.getEntity() == null) {
      return "";
    }
    try (InputStream body = response.getEntity().getContent()) {
      return new String(body.readNBytes(LOOKED_AT), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** A text without its HTML tags. */
  private static String words(String text) {
    String plain = text.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").strip();
    return plain.length() > MOST_WORDS ? plain.substring(0, MOST_WORDS) : plain;
  }

  private static byte[] body(SwiftRequest request, ClassicHttpResponse response)
      throws IOException {
    if (response.getEntity() == null) {
      return new byte[0];
    }
    try (InputStream body = response.getEntity().getContent()) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new TransientStoreException(
          request.description() + ": the response broke off: " + e, e);
    }
  }

  /** A response, read in full. */
  public record Response(ClassicHttpResponse head, byte[] body) {
    /** A header's value, or empty if it is missing. */
    public String header(String name) {
      return SwiftNames.header(head, name);
    }
  }
}
