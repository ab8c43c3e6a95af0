package io.headwater.store.s3.interceptors;

import io.headwater.store.Capability;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The conditions that a service honours, learned once in a process. OpenStack Swift is recognized
 * by its responses, and needs no {@link Probe}.
 */
public final class LearnedConditions implements ExecutionInterceptor {
  private static final Map<URI, LearnedConditions> OF_ENDPOINTS = new ConcurrentHashMap<>();

  /** Every response of Swift has this header, by its S3 API too. */
  private static final String OF_SWIFT = "X-Openstack-Request-Id";

  private static final Set<Capability> CONDITIONS =
      Set.of(
          Capability.CREATE_IF_ABSENT,
          Capability.REPLACE_IF_MATCH,
          Capability.CONDITIONAL_COMPLETION,
          Capability.ATOMIC_CONDITIONS);

  /**
   * Swift creates and completes under a condition, but several racing creators may win. It responds
   * with 501 to a conditional replacement.
   */
  private static final Verdict SWIFT =
      new Verdict(Set.of(Capability.CREATE_IF_ABSENT, Capability.CONDITIONAL_COMPLETION), true);

  private volatile Verdict verdict;

  private LearnedConditions() {}

  /**
   * What a service honours.
   *
   * @param honoured of the capabilities that are conditions
   * @param quotesEtags whether If-Match has the ETag in quotes, as HTTP defines
   */
  public record Verdict(Set<Capability> honoured, boolean quotesEtags) {
    public Verdict {
      honoured = Set.copyOf(honoured);
    }
  }

  /** Finds out what a service honours. */
  @FunctionalInterface
  public interface Probe {
    /**
     * Sends its requests.
     *
     * @param isKnown whether a response has already shown what the service is
     */
    Verdict run(BooleanSupplier isKnown) throws IOException;
  }

  /** What is known of a service in this process. */
  public static LearnedConditions of(URI endpoint) {
    return OF_ENDPOINTS.computeIfAbsent(endpoint, address -> new LearnedConditions());
  }

  /** The declared capabilities with the honoured conditions. Before that is known, with none. */
  public Set<Capability> applied(Set<Capability> declared) {
    Verdict known = verdict;
    Set<Capability> all = EnumSet.copyOf(declared);
    all.removeAll(CONDITIONS);
    if (known != null) {
      all.addAll(known.honoured());
    }
    return all;
  }

  /** Whether If-Match has the ETag in quotes. */
  public boolean quotesEtags() {
    Verdict known = verdict;
    return known == null || known.quotesEtags();
  }

  /** Runs the probe if nothing is known yet. One thread does, and the others wait for it. */
  public synchronized void learn(Probe probe) throws IOException {
    if (verdict == null) {
      Verdict found = probe.run(() -> verdict != null);
      if (verdict == null) {
        verdict = found;
      }
    }
  }

  @Override
  public void beforeUnmarshalling(
      Context.BeforeUnmarshalling context, ExecutionAttributes attributes) {
    if (verdict == null && context.httpResponse().firstMatchingHeader(OF_SWIFT).isPresent()) {
      verdict = SWIFT;
    }
  }
}
