package io.headwater.store.s3;

import io.headwater.store.Capability;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.s3.interceptors.LearnedConditions;
import io.headwater.store.s3.interceptors.LearnedConditions.Verdict;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Finds out which conditions a service honours, by at most 19 requests for an object that no
 * listing shows. A service that honours all conditions one after another, and lets one of eight
 * racing creators win, is taken for atomic. A race can only disprove it. Any other service gets
 * claims.
 *
 * @param key of the object, which no other client uses
 */
record ConditionProbe(String bucket, String key, S3Client client, S3Errors errors)
    implements LearnedConditions.Probe {
  private static final Logger LOG = LoggerFactory.getLogger(ConditionProbe.class);
  private static final int RACERS = 8;
  private static final String OTHER = PartsEtag.ofWhole(new byte[] {0});

  /** What a conditional request led to. */
  private enum Outcome {
    DONE,
    REFUSED,
    UNSUPPORTED
  }

  /** A conditional request. */
  @FunctionalInterface
  private interface Attempt {
    void send() throws IOException;
  }

  /**
   * A probe with a new key next to another one. Its name is that of a claim, which listings leave
   * out.
   */
  static ConditionProbe near(String key, String bucket, S3Client client, S3Errors errors) {
    String folder = key.substring(0, key.lastIndexOf('/') + 1);
    String name = folder + "_headwater-probe.claim." + UUID.randomUUID();
    return new ConditionProbe(bucket, name, client, errors);
  }

  @Override
  public Verdict run(BooleanSupplier isKnown) throws IOException {
    try {
      return verdict(isKnown);
    } finally {
      try {
        delete();
      } catch (IOException e) {
        LOG.warn("s3://{}/{} was not deleted. Listings leave it out", bucket, key, e);
      }
    }
  }

  private void delete() throws IOException {
    errors.call(
        Operation.DELETE, key, () -> client.deleteObject(each -> each.bucket(bucket).key(key)));
  }

  private Verdict verdict(BooleanSupplier isKnown) throws IOException {
    Set<Capability> honoured = EnumSet.noneOf(Capability.class);
    boolean quotes = true;
    if (create("1") != Outcome.DONE || isKnown.getAsBoolean() || create("2") != Outcome.REFUSED) {
      return new Verdict(honoured, quotes);
    }
    honoured.add(Capability.CREATE_IF_ABSENT);
    String etag = PartsEtag.ofWhole("1".getBytes(StandardCharsets.UTF_8));
    Outcome replaced = replace(S3Names.quoted(etag));
    if (replaced == Outcome.REFUSED) {
      quotes = false;
      replaced = replace(etag);
    }
    String other = quotes ? S3Names.quoted(OTHER) : OTHER;
    if (replaced == Outcome.DONE && replace(other) == Outcome.REFUSED) {
      honoured.add(Capability.REPLACE_IF_MATCH);
    }
    if (complete() == Outcome.REFUSED) {
      honoured.add(Capability.CONDITIONAL_COMPLETION);
    }
    if (honoured.contains(Capability.REPLACE_IF_MATCH) && winners() == 1) {
      honoured.add(Capability.ATOMIC_CONDITIONS);
    }
    return new Verdict(honoured, quotes);
  }

  private Outcome create(String content) throws IOException {
    return outcome(() -> put(content, S3Conditions.ifNoneMatch(PutMode.CREATE_IF_ABSENT), null));
  }

  /** Writes the same bytes again if the ETag matches. */
  private Outcome replace(String etag) throws IOException {
    return outcome(() -> put("1", null, etag));
  }

  private void put(String content, String ifNoneMatch, String ifMatch) throws IOException {
    errors.call(
        Operation.PUT,
        key,
        () ->
            client.putObject(
                each -> each.bucket(bucket).key(key).ifNoneMatch(ifNoneMatch).ifMatch(ifMatch),
                RequestBody.fromString(content)));
  }

  /** Completes an upload on condition that no object exists, though one does. */
  private Outcome complete() throws IOException {
    String id =
        errors
            .call(
                Operation.CREATE_UPLOAD,
                key,
                () -> client.createMultipartUpload(each -> each.bucket(bucket).key(key)))
            .uploadId();
    String etag =
        errors
            .call(
                Operation.PUT_PART,
                key,
                () ->
                    client.uploadPart(
                        each -> each.bucket(bucket).key(key).uploadId(id).partNumber(1),
                        RequestBody.fromString("1")))
            .eTag();
    Outcome outcome = outcome(() -> complete(id, etag));
    if (outcome != Outcome.DONE) {
      errors.call(
          Operation.ABORT_UPLOAD,
          key,
          () -> client.abortMultipartUpload(each -> each.bucket(bucket).key(key).uploadId(id)));
    }
    return outcome;
  }

  private void complete(String id, String etag) throws IOException {
    CompletedPart first = CompletedPart.builder().partNumber(1).eTag(etag).build();
    errors.call(
        Operation.COMPLETE_UPLOAD,
        key,
        () ->
            client.completeMultipartUpload(
                each ->
                    each.bucket(bucket)
                        .key(key)
                        .uploadId(id)
                        .ifNoneMatch("*")
                        .multipartUpload(made -> made.parts(first))));
  }

  private static Outcome outcome(Attempt attempt) throws IOException {
    try {
      attempt.send();
      return Outcome.DONE;
    } catch (PreconditionFailedException e) {
      return Outcome.REFUSED;
    } catch (TransientStoreException e) {
      throw e;
    } catch (StoreException e) {
      return Outcome.UNSUPPORTED;
    }
  }

  /** How many racing creators of the same object succeed. */
  private int winners() throws IOException {
    delete();
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    try {
      CountDownLatch ready = new CountDownLatch(RACERS);
      List<Future<Outcome>> racers = new ArrayList<>();
      for (int number : IntStream.range(0, RACERS).toArray()) {
        racers.add(threads.submit(racer(ready, number)));
      }
      int winners = 0;
      for (Future<Outcome> each : racers) {
        winners += each.get() == Outcome.DONE ? 1 : 0;
      }
      return winners;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure
          ? failure
          : new IOException(errors.place(Operation.PUT, key) + ": " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the store was probed");
    } finally {
      threads.shutdownNow();
    }
  }

  private Callable<Outcome> racer(CountDownLatch ready, int number) {
    return () -> {
      ready.countDown();
      ready.await();
      return create("racer " + number);
    };
  }
}
