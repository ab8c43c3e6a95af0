package io.headwater.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {
  private static final Architecture PRODUCT = new Architecture("io.headwater");
  private static final Architecture PLANTED = new Architecture("io.headwater.architecture.planted");

  private static final JavaClasses PRODUCT_CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages(PRODUCT.root());
  private static final JavaClasses PLANTED_CLASSES =
      new ClassFileImporter().importPackages(PLANTED.root());

  @ParameterizedTest
  @MethodSource("rules")
  void theProductKeepsTheRule(Function<Architecture, ArchRule> rule) {
    rule.apply(PRODUCT).check(PRODUCT_CLASSES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aPlantedClassBreaksTheRule(Function<Architecture, ArchRule> rule) {
    assertThat(rule.apply(PLANTED).evaluate(PLANTED_CLASSES).hasViolation()).isTrue();
  }

  static Stream<Named<Function<Architecture, ArchRule>>> rules() {
    return Stream.of(
        Named.of("layers", Architecture::layers),
        Named.of("cycles", Architecture::cycles),
        Named.of("backends", Architecture::backends),
        Named.of("store layers", Architecture::storeLayers),
        Named.of("assembly", Architecture::assembly));
  }
}
