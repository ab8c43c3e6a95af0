package io.headwater.commit;

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
 * Which objects of a listing count, where several attempts published the same part.
 *
 * <p>Within one job it is the largest: servers fail by stopping, successful attempts at a task
 * write the same, and at least one succeeded (the Stocator paper, section III.B, first option); of
 * equals it is the earliest attempt, so that every reader takes the same one. Between jobs it is
 * the job that wrote the part last, as a file system's rename would have left it. Of objects that
 * jobs wrote which commit by manifest each is a part of its own.
 *
 * <p>Objects are given in ascending order of their keys, page after page. All attempts at a part
 * share a prefix and so stand together: only those of one prefix are held back.
 */
public final class AttemptFilter {
  private final List<ObjectInfo> held = new ArrayList<>();
  private String heldStem = "";

  /** Takes a page and gives those objects that are decided by it. */
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

  /** Gives the rest, when the listing has ended. */
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

  /** Of all attempts at one part, the one that counts. */
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
