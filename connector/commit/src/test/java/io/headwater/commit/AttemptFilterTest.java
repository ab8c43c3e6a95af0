package io.headwater.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AttemptFilterTest {
  private static final Instant EARLY = Instant.parse("2026-11-20T10:00:00Z");
  private static final Instant LATE = Instant.parse("2026-11-20T11:00:00Z");

  @Test
  void oneAttemptCounts() {
    ObjectInfo part = object("o/part-0-attempt_1_0001_m_000000_0.gz", 10, EARLY);
    assertThat(survivors(part)).containsExactly(part);
  }

  @Test
  void ofOneJobTheLargestCounts() {
    ObjectInfo cut = object("o/part-0-attempt_1_0001_m_000000_0.gz", 10, LATE);
    ObjectInfo whole = object("o/part-0-attempt_1_0001_m_000000_1.gz", 12, EARLY);
    assertThat(survivors(cut, whole)).containsExactly(whole);
  }

  @Test
  void ofEqualsTheEarliestAttemptCounts() {
    ObjectInfo ninth = object("o/part-0-attempt_1_0001_m_000000_9", 10, EARLY);
    ObjectInfo tenth = object("o/part-0-attempt_1_0001_m_000000_10", 10, EARLY);
    assertThat(survivors(tenth, ninth)).containsExactly(ninth);
  }

  @Test
  void ofSeveralJobsTheOneThatWroteLastCountsWhateverItsSize() {
    ObjectInfo old = object("o/part-0-attempt_2_0001_m_000000_0", 100, EARLY);
    ObjectInfo current = object("o/part-0-attempt_1_0001_m_000000_0", 1, LATE);
    assertThat(survivors(current, old)).containsExactly(current);
  }

  @Test
  void anAttemptThatOutlivesItsJobDoesNotCount() {
    ObjectInfo late = object("o/part-0-attempt_202611201000007_0001_m_000000_0", 100, LATE);
    ObjectInfo current = object("o/part-0-attempt_202611201000013_0001_m_000000_0", 1, EARLY);
    assertThat(survivors(late, current)).containsExactly(current);

    ObjectInfo ninth = object("o/part-1-attempt_1700000000000_0009_m_000000_0", 100, LATE);
    ObjectInfo tenth = object("o/part-1-attempt_1700000000000_0010_m_000000_0", 1, EARLY);
    assertThat(survivors(ninth, tenth)).containsExactly(tenth);
  }

  @Test
  void distinguishesJobsOfOneSecondByTheLastWriter() {
    ObjectInfo first = object("o/part-0-attempt_202611201000019_0001_m_000000_0", 100, EARLY);
    ObjectInfo second = object("o/part-0-attempt_202611201000011_0002_m_000000_0", 1, LATE);
    assertThat(survivors(second, first)).containsExactly(second);
  }

  @Test
  void otherExtensionsAreOtherParts() {
    ObjectInfo gzip = object("o/part-0-attempt_1_0001_m_000000_0.gz", 10, EARLY);
    ObjectInfo plain = object("o/part-0-attempt_1_0001_m_000000_1", 12, EARLY);
    ObjectInfo other = object("o/part-0-attempt_1_0001_m_000000_1.csv", 1, EARLY);
    assertThat(survivors(gzip, plain, other)).containsExactlyInAnyOrder(gzip, plain, other);
  }

  @Property
  void pagesOfAnySizeGiveTheSame(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 9) int size) throws Exception {
    List<ObjectInfo> listing = drawListing(random);

    AttemptFilter filter = new AttemptFilter();
    List<ObjectInfo> counted = new ArrayList<>();
    for (int start = 0; start < listing.size(); start += size) {
      counted.addAll(filter.accept(listing.subList(start, Math.min(start + size, listing.size()))));
    }
    counted.addAll(filter.finish());

    assertThat(counted).containsExactlyInAnyOrderElementsOf(obviousSurvivors(listing));
    assertThat(counted).isSortedAccordingTo(Comparator.comparing(ObjectInfo::key));
  }

  /** The rule in its simplest form, without pages. */
  private static List<ObjectInfo> obviousSurvivors(List<ObjectInfo> listing) {
    List<ObjectInfo> survivors = new ArrayList<>();
    for (ObjectInfo object : listing) {
      var name = AttemptName.parse(object.key());
      boolean counts =
          name.isEmpty()
              || AttemptFilter.survivor(
                      listing.stream()
                          .filter(
                              other ->
                                  AttemptName.parse(other.key())
                                      .filter(n -> n.logicalKey().equals(name.get().logicalKey()))
                                      .isPresent())
                          .toList())
                  .equals(object);
      if (counts) {
        survivors.add(object);
      }
    }
    return survivors;
  }

  private static List<ObjectInfo> drawListing(Random random) {
    List<ObjectInfo> listing = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      for (String extension : List.of("", ".gz")) {
        for (int attempt = 0; attempt < random.nextInt(4); attempt++) {
          String job = random.nextBoolean() ? "1_0001" : "1_0002";
          String key = "o/part-" + part + "-attempt_" + job + "_m_000000_" + attempt + extension;
          listing.add(object(key, random.nextInt(3), random.nextBoolean() ? EARLY : LATE));
        }
      }
      listing.add(object("o/part-" + part + "-other", 1, EARLY));
    }
    listing.add(object("o/_SUCCESS", 0, LATE));
    listing.sort(Comparator.comparing(ObjectInfo::key));
    return listing;
  }

  private static List<ObjectInfo> survivors(ObjectInfo... listing) {
    AttemptFilter filter = new AttemptFilter();
    List<ObjectInfo> counted = new ArrayList<>(filter.accept(List.of(listing)));
    counted.addAll(filter.finish());
    return counted;
  }

  private static ObjectInfo object(String key, long length, Instant time) {
    return new ObjectInfo(key, length, "etag-of-" + key, time, Map.of());
  }
}
