package io.headwater.store.s3;

import io.headwater.store.Operation;
import java.io.IOException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Runs a call of the SDK and tells its failure as one of the seam's exceptions. */
final class S3Errors {
  private final String bucket;
  private final S3Answers answers;
  private final S3Silences silences;

  /**
   * @param bucket the bucket's name, without scheme
   * @param settings whose address and region messages tell
   */
  S3Errors(String bucket, S3Settings settings) {
    this.bucket = bucket;
    this.answers = new S3Answers(bucket, settings);
    this.silences = new S3Silences(settings);
  }

  /** The call's result, or its failure translated, the cause kept. */
  <T> T call(Operation operation, String key, Supplier<T> call) throws IOException {
    String place = place(operation, key);
    try {
      return call.get();
    } catch (S3Exception e) {
      throw answers.translate(operation, place, e);
    } catch (SdkException | CredentialsUnavailableException e) {
      throw silences.translate(place, e);
    } catch (RuntimeException e) {
      // The SDK wraps what a body or a credentials provider throws, not always in its own classes.
      if (S3Silences.find(e, IOException.class).isPresent()
          || S3Silences.find(e, CredentialsUnavailableException.class).isPresent()) {
        throw silences.translate(place, e);
      }
      throw e;
    }
  }

  /** The request, as messages name it. */
  String place(Operation operation, String key) {
    return operation + " s3://" + bucket + (key.isEmpty() ? "" : "/" + key);
  }
}
