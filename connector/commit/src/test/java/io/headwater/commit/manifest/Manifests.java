package io.headwater.commit.manifest;

import io.headwater.store.content.Content;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Manifests for tests. */
public final class Manifests {
  private static final Arbitrary<String> TEXTS = Arbitraries.strings().ofMaxLength(12);
  private static final Arbitrary<String> ETAGS = TEXTS.map(text -> text.replace('"', '-'));
  private static final Arbitrary<Instant> TIMES =
      Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);

  private Manifests() {}

  public static Manifest base(List<ManifestEntry> entries) {
    ManifestJob job = new ManifestJob(ManifestJob.newId(), Optional.of("app"), Optional.of("me"));
    Instant time = Instant.parse("2026-11-20T10:15:30.123Z");
    String id = ManifestKeys.id(time, job.id());
    return new Manifest(
        Manifest.FIRST_FORMAT,
        Manifest.Kind.BASE,
        id,
        GovernedName.tagOf("data/out"),
        job,
        time,
        Optional.empty(),
        Set.of(),
        List.of(),
        Set.of(),
        Manifest.Summary.of(entries, entries.size(), 1234),
        entries.stream().map(entry -> entry.addedBy(id)).toList());
  }

  public static List<ManifestEntry> entries(int count) {
    List<ManifestEntry> entries = new ArrayList<>(count);
    String job = ManifestJob.newId();
    for (int each = 0; each < count; each++) {
      String attempt = GovernedName.attempt("data/out", job, each, each);
      String key = "day=" + each / 100 + "/part-" + each + "-" + attempt + ".c000.snappy.parquet";
      entries.add(ManifestEntry.of(key, 1_000_000L + each, String.format("%032x", each)));
    }
    return entries;
  }

  public static byte[] bytes(Manifest manifest) throws IOException {
    Content content = ManifestWriter.document(manifest, "data/out");
    try (InputStream stream = content.open()) {
      return stream.readAllBytes();
    }
  }

  static Optional<Manifest> parse(byte[] document) throws IOException {
    return ManifestParser.parse(
        new ByteArrayInputStream(document), document.length, "store/data/out/_SUCCESS");
  }

  static Arbitrary<ManifestEntry> anyEntry() {
    Arbitrary<Map<String, ColumnRange>> columns =
        Arbitraries.maps(
                TEXTS,
                Combinators.combine(
                        TEXTS.injectNull(0.2),
                        TEXTS.injectNull(0.2),
                        Arbitraries.longs().between(-1, 9))
                    .as(ColumnRange::new))
            .ofMaxSize(3);
    Arbitrary<Map<String, String>> partitions = Arbitraries.maps(TEXTS, TEXTS).ofMaxSize(2);
    Arbitrary<Boolean> nulls = Arbitraries.of(true, false);
    return Combinators.combine(
            TEXTS.map(Manifests::key),
            Arbitraries.longs().greaterOrEqual(0),
            ETAGS,
            Arbitraries.longs().greaterOrEqual(-1),
            Combinators.combine(partitions, nulls).as(Manifests::withNull),
            columns,
            TEXTS)
        .as(ManifestEntry::new);
  }

  /** A key that a path can name. */
  private static String key(String text) {
    return "folder/part-" + text.replace('/', '-').replace('\0', '-');
  }

  private static Map<String, String> withNull(Map<String, String> partition, boolean isNull) {
    Map<String, String> changed = new HashMap<>(partition);
    changed.replaceAll((column, value) -> isNull ? null : value);
    return changed;
  }

  static Arbitrary<Manifest> any() {
    Arbitrary<ManifestJob> jobs =
        Combinators.combine(TEXTS, TEXTS.optional(), TEXTS.optional()).as(ManifestJob::new);
    Arbitrary<Manifest.Excluded> excluded =
        Combinators.combine(TEXTS.map(Manifests::key), ETAGS, TIMES).as(Manifest.Excluded::new);
    Arbitrary<Manifest> bare =
        Combinators.combine(
                Arbitraries.of(Manifest.Kind.class),
                TEXTS,
                jobs,
                TIMES,
                Combinators.combine(TEXTS.optional(), ETAGS).as(Manifest.Replaced::new).optional(),
                TEXTS.map(Manifests::key).set().ofMaxSize(3),
                excluded.list().ofMaxSize(3),
                anyEntry().list().ofMaxSize(5))
            .as(Manifests::of);
    return bare;
  }

  private static Manifest of(
      Manifest.Kind kind,
      String text,
      ManifestJob job,
      Instant time,
      Optional<Manifest.Replaced> replaced,
      Set<String> keys,
      List<Manifest.Excluded> excluded,
      List<ManifestEntry> entries) {
    Manifest.Summary summary = new Manifest.Summary(keys.size(), time.toEpochMilli(), -1, 7, 8);
    Set<Manifest.Removed> removed =
        entries.stream().map(Manifest.Removed::of).collect(Collectors.toSet());
    return new Manifest(
        Manifest.FORMAT,
        kind,
        text,
        "tag" + text,
        job,
        time,
        replaced,
        keys,
        excluded,
        removed,
        summary,
        entries);
  }
}
