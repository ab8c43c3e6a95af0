package io.headwater.store.layers;

import io.headwater.store.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Which requests fail, and how. A plan counts the requests it has seen: the same plan over the same
 * sequence of requests injects the same faults. Its text describes how to build it again.
 */
public interface FaultPlan {
  /** The fault of the next request. */
  Fault next(Request request);

  /** No faults. */
  static FaultPlan none() {
    return described("no faults", request -> Fault.NONE);
  }

  /**
   * Draws a fault for each request.
   *
   * @param seed determines all draws
   * @param rate the share of requests that fail, 0 to 1
   * @param faults the kinds to draw from, with equal probability
   */
  static FaultPlan seeded(long seed, double rate, Set<Fault> faults) {
    List<Fault> kinds = faults.stream().sorted().toList();
    AtomicLong count = new AtomicLong();
    return described(
        "seed " + seed + ", rate " + rate + ", faults " + kinds,
        request -> {
          // Drawn from the seed and the request's number, so that threads share no generator.
          var random = new SplittableRandom(seed ^ (count.getAndIncrement() * 0x9E3779B97F4A7C15L));
          return random.nextDouble() < rate ? kinds.get(random.nextInt(kinds.size())) : Fault.NONE;
        });
  }

  /** Exactly the faults of the rules, for the requests in them. */
  static FaultPlan exactly(Rule... rules) {
    List<Rule> schedule = List.of(rules);
    Map<Operation, AtomicLong> counts = new ConcurrentHashMap<>();
    return described(
        "exactly " + schedule,
        request -> {
          Operation kind = request.operation();
          long nth = counts.computeIfAbsent(kind, same -> new AtomicLong()).incrementAndGet();
          return schedule.stream()
              .filter(rule -> rule.operation() == kind && rule.nth() == nth)
              .map(Rule::fault)
              .findFirst()
              .orElse(Fault.NONE);
        });
  }

  /** This plan for chosen requests only. The plan does not count the others, and they succeed. */
  default FaultPlan where(Predicate<Request> chosen) {
    return described(
        this + ", for chosen requests",
        request -> chosen.test(request) ? next(request) : Fault.NONE);
  }

  /**
   * This plan with a limit of faults in a row. The request after them succeeds. For readers with
   * that many attempts.
   */
  default FaultPlan atMostInARow(int most) {
    AtomicInteger row = new AtomicInteger();
    return described(
        this + ", at most " + most + " in a row",
        request -> {
          Fault fault = next(request);
          boolean fails = fault != Fault.NONE && row.getAndIncrement() < most;
          if (!fails) {
            row.set(0);
          }
          return fails ? fault : Fault.NONE;
        });
  }

  private static FaultPlan described(String text, FaultPlan plan) {
    return new FaultPlan() {
      @Override
      public Fault next(Request request) {
        return plan.next(request);
      }

      @Override
      public String toString() {
        return text;
      }
    };
  }

  /**
   * One fault of a schedule.
   *
   * @param operation the kind of request
   * @param nth which request of that kind, from 1
   * @param fault how it fails
   */
  record Rule(Operation operation, long nth, Fault fault) {}
}
