package io.headwater.store.s3;

import io.headwater.store.Operation;
import io.headwater.store.content.OpenBodies;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Runs a call of the SDK and translates its failure to a store exception. */
final class S3Errors {
  private final String bucket;
  private final OpenBodies bodies;
  private final Duration longestWait;
  private final ResponseErrors responses;
  private final TransportErrors silences;

  /**
   * @param bucket the bucket's name, without scheme
   * @param settings contain the address and region for messages
   * @param bodies the bodies of the responses to all such calls
   */
  S3Errors(String bucket, S3Settings settings, OpenBodies bodies) {
    this.bucket = bucket;
    this.bodies = bodies;
    this.longestWait = settings.network().socketTimeout();
    this.responses = new ResponseErrors(bucket, settings);
    this.silences = new TransportErrors(settings);
  }

  /** Returns the call's result, or throws its failure translated, with the cause. */
  <T> T call(Operation operation, String key, Supplier<T> call) throws IOException {
    String place = place(operation, key);
    try {
      T response = bodies.send(longestWait, TransportErrors::isBusy, call::get);
      silences.noteResponse();
      return response;
    } catch (S3Exception e) {
      silences.noteResponse();
      throw responses.translate(operation, place, e);
    } catch (SdkException | CredentialsUnavailableException e) {
      throw silences.translate(operation, place, e);
    } catch (RuntimeException e) {
      // The SDK wraps the exceptions of bodies and credentials providers, not always in its
      // classes.
      if (TransportErrors.find(e, IOException.class).isPresent()
          || TransportErrors.find(e, CredentialsUnavailableException.class).isPresent()) {
        throw silences.translate(operation, place, e);
      }
      throw e;
    }
  }

  /** Registers a response's body, which holds its connection; see {@link OpenBodies}. */
  InputStream watch(InputStream body, String place) {
    return bodies.watch(body, place);
  }

  /** The request's name in messages. */
  String place(Operation operation, String key) {
    return operation + " s3://" + bucket + (key.isEmpty() ? "" : "/" + key);
  }
}
