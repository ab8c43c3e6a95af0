package io.headwater.commit;

import io.headwater.commit.attempt.AttemptId;
import io.headwater.commit.attempt.AttemptName;
import io.headwater.commit.attempt.JobId;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects the committed objects of a listing in which several attempts published the same part.
 *
 * <p>Within one job the largest object is selected. Servers fail by stopping, successful attempts
 * of a task write the same content, and at least one succeeded (the Stocator paper, section III.B,
 * first option). Of equal ones the earliest attempt is selected, so that every reader selects the
 * same. Between jobs, the job that wrote the part last is selected, as after a file system's
 * rename. An object of a job that commits by manifest is always a separate part.
 *
 * <p>Objects arrive in ascending order of their keys, page by page. All attempts of a part share a
 * prefix and are adjacent. Only the objects of one prefix are held back.
 */
public final class AttemptFilter {
  private final List<ObjectInfo> held = new ArrayList<>();
  private String heldStem = "";

  /** Takes a page. Returns the objects whose selection is decided. */
  public List<ObjectInfo> accept(List<ObjectInfo> page) {
    List<ObjectInfo> decided = new ArrayList<>(page.size());
    for (ObjectInfo object : page) {
      Optional<AttemptName> name = AttemptName.parse(object.key());
      if (name.isEmpty() || GovernedName.parse(object.key()).isPresent()) {
        decided.addAll(finish());
        decided.add(object);
      } else {
        if (!name.get().stem().equals(heldStem)) {
          decided.addAll(finish());
          heldStem = name.get().stem();
        }
        held.add(object);
      }
    }
    return decided;
  }

  /** Returns the rest, after the end of the listing. */
  public List<ObjectInfo> finish() {
    if (held.size() < 2) {
      List<ObjectInfo> only = List.copyOf(held);
      held.clear();
      return only;
    }
    Map<String, List<ObjectInfo>> byPart = new LinkedHashMap<>();
    for (ObjectInfo object : held) {
      String part = AttemptName.parse(object.key()).orElseThrow().logicalKey();
      byPart.computeIfAbsent(part, unused -> new ArrayList<>()).add(object);
    }
    held.clear();
    List<ObjectInfo> survivors =
        new ArrayList<>(byPart.values().stream().map(AttemptFilter::survivor).toList());
    survivors.sort(Comparator.comparing(ObjectInfo::key));
    return survivors;
  }

  /** The committed attempt among all attempts of one part. */
  public static ObjectInfo survivor(Collection<ObjectInfo> attempts) {
    return attempts.stream()
        .max(
            Comparator.comparing(AttemptFilter::jobOf, byJob(attempts))
                .thenComparingLong(ObjectInfo::length)
                .thenComparing(AttemptFilter::attemptOf, Comparator.reverseOrder()))
        .orElseThrow();
  }

  private static Comparator<JobId> byJob(Collection<ObjectInfo> attempts) {
    Map<JobId, Instant> writtenLast = new HashMap<>();
    for (ObjectInfo object : attempts) {
      writtenLast.merge(jobOf(object), object.lastModified(), (a, b) -> a.isAfter(b) ? a : b);
    }
    Comparator<JobId> byTime =
        Comparator.comparing((JobId job) -> writtenLast.get(job)).thenComparing(JobId::toString);
    boolean comparable =
        writtenLast.keySet().stream().map(JobId::origin).distinct().count() == 1
            && writtenLast.keySet().iterator().next().origin() != JobId.Origin.UNKNOWN;
    return comparable ? JobId.BY_BEGIN.thenComparing(byTime) : byTime;
  }

  private static AttemptId attemptOf(ObjectInfo object) {
    return AttemptName.parse(object.key()).orElseThrow().attempt();
  }

  private static JobId jobOf(ObjectInfo object) {
    return attemptOf(object).job();
  }
}
