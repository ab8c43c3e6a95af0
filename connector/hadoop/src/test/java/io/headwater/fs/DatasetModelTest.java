package io.headwater.fs;

import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Sequences of events on a dataset, compared with its simplest model: files and their rows. */
final class DatasetModelTest {
  @Provide
  Arbitrary<List<DatasetWorld.Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(DatasetWorld.Kind.class),
            Arbitraries.integers().between(0, DatasetWorld.FOLDERS.size() - 1))
        .as(DatasetWorld.Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<Integer> pages() {
    return Arbitraries.of(1, 2, 3, 1000);
  }

  @Property(tries = 150)
  void everyListingGivesTheModelsRows(
      @ForAll("steps") List<DatasetWorld.Step> steps,
      @ForAll("pages") int page,
      @ForAll Arbitration arbitration)
      throws IOException {
    DatasetWorld world = new DatasetWorld(arbitration.open(), page);
    for (DatasetWorld.Step step : steps) {
      world.take(step);
      world.compare();
    }
  }
}
