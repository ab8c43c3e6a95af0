package io.headwater.fs;

import io.headwater.store.layers.Fault;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.Request;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One fault at one of a process's requests of any kind.
 *
 * @param nth which request, from 1
 * @param fault how it fails
 * @param isDeath whether all later requests are lost as well
 */
record Disturbance(long nth, Fault fault, boolean isDeath) {
  FaultPlan plan() {
    AtomicLong sent = new AtomicLong();
    return new FaultPlan() {
      @Override
      public Fault next(Request request) {
        long number = sent.incrementAndGet();
        if (number == nth) {
          return fault;
        }
        return isDeath && number > nth ? Fault.LOSE_REQUEST : Fault.NONE;
      }

      @Override
      public String toString() {
        return Disturbance.this.toString();
      }
    };
  }
}
