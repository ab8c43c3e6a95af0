package io.headwater.store.s3;

import io.headwater.store.Capability;
import io.headwater.store.PutMode;
import io.headwater.store.exception.UnsupportedByStoreException;
import io.headwater.store.s3.interceptors.LearnedConditions;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** A bucket's conditional requests: which are sent, and with which headers. */
final class S3Conditions {
  private final String bucket;
  private final Set<Capability> declared;
  private final Optional<LearnedConditions> learned;

  S3Conditions(String bucket, S3Settings settings) {
    this.bucket = bucket;
    this.declared = settings.capabilities();
    this.learned =
        settings.learnsConditions()
            ? settings.endpoint().map(LearnedConditions::of)
            : Optional.empty();
  }

  /** The capabilities, as far as they are known. */
  Set<Capability> capabilities() {
    return learned.map(each -> each.applied(declared)).orElse(declared);
  }

  /** Lets the service be probed if its conditions are neither declared nor known. */
  void learn(LearnedConditions.Probe probe) throws IOException {
    if (learned.isPresent()) {
      learned.get().learn(probe);
    }
  }

  /** Refuses a PUT whose mode is not supported. */
  void require(PutMode mode, String key) throws UnsupportedByStoreException {
    mode.requireOf(capabilities(), place(key));
  }

  /** Refuses to complete an upload in a mode that is not supported. */
  void requireToComplete(PutMode mode, String key) throws UnsupportedByStoreException {
    mode.requireToComplete(capabilities(), place(key));
  }

  private String place(String key) {
    return "s3://" + bucket + "/" + key;
  }

  /** The value of If-None-Match, or null. */
  static String ifNoneMatch(PutMode mode) {
    return mode instanceof PutMode.CreateIfAbsent ? "*" : null;
  }

  /** The value of If-Match, or null. */
  String ifMatch(PutMode mode) {
    if (!(mode instanceof PutMode.ReplaceIfMatch match)) {
      return null;
    }
    boolean quotes = learned.map(LearnedConditions::quotesEtags).orElse(true);
    return quotes ? S3Names.quoted(match.etag()) : match.etag();
  }
}
