package io.headwater.store.s3;

import io.headwater.store.Capability;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.concurrent.SimultaneousCalls;
import io.headwater.store.exception.PreconditionFailedException;
import io.headwater.store.exception.StoreException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.s3.interceptors.LearnedConditions;
import io.headwater.store.s3.interceptors.LearnedConditions.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Finds out which conditions a service honours, by at most 27 requests for an object that no
 * listing shows. A service that honours all conditions one after another, and lets one of eight
 * racing creators and one of eight racing replacers win, is taken for atomic. A race can only
 * disprove it. Any other service gets claims.
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
    String etag = PartsEtag.ofWhole(utf8("1"));
    Outcome replaced = replace(S3Names.quoted(etag), "1");
    if (replaced == Outcome.REFUSED) {
      quotes = false;
      replaced = replace(etag, "1");
    }
    String other = quotes ? S3Names.quoted(OTHER) : OTHER;
    if (replaced == Outcome.DONE && replace(other, "2") == Outcome.REFUSED) {
      honoured.add(Capability.REPLACE_IF_MATCH);
    }
    if (complete() == Outcome.REFUSED) {
      honoured.add(Capability.CONDITIONAL_COMPLETION);
    }
    if (honoured.contains(Capability.REPLACE_IF_MATCH) && isAtomic(quotes)) {
      honoured.add(Capability.ATOMIC_CONDITIONS);
    }
    return new Verdict(honoured, quotes);
  }

  private Outcome create(String content) throws IOException {
    return outcome(() -> put(content, S3Conditions.ifNoneMatch(PutMode.CREATE_IF_ABSENT), null));
  }

  private Outcome replace(String etag, String content) throws IOException {
    return outcome(() -> put(content, null, etag));
  }

  private static byte[] utf8(String content) {
    return content.getBytes(StandardCharsets.UTF_8);
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

  /** Whether one of racing creators succeeds, and then one of racing replacers. */
  private boolean isAtomic(boolean quotes) throws IOException {
    delete();
    List<Integer> creators =
        SimultaneousCalls.accepted(RACERS, racer -> create("creator " + racer) == Outcome.DONE);
    if (creators.size() != 1) {
      return false;
    }
    String made = PartsEtag.ofWhole(utf8("creator " + creators.get(0)));
    String etag = quotes ? S3Names.quoted(made) : made;
    return replacers(etag).size() == 1;
  }

  /**
   * The racers that replaced the object. Ceph's gateway may respond with 500 to those that did not.
   */
  private List<Integer> replacers(String etag) throws IOException {
    AtomicReference<TransientStoreException> lost = new AtomicReference<>();
    List<Integer> accepted =
        SimultaneousCalls.accepted(
            RACERS,
            racer -> {
              try {
                return replace(etag, "replacer " + racer) == Outcome.DONE;
              } catch (TransientStoreException e) {
                lost.set(e);
                return false;
              }
            });
    if (accepted.isEmpty() && lost.get() != null) {
      throw lost.get();
    }
    return accepted;
  }
}
