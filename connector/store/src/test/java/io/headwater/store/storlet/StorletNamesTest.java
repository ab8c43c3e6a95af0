package io.headwater.store.storlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwater.testing.WrongCases;
import io.headwater.testing.WrongCases.WrongCase;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares {@link StorletNames} with {@code protocol/golden-names}. */
class StorletNamesTest {
  private static final File GOLDEN = new File("../../protocol/golden-names/names.json");

  @Test
  void namesAreTheGoldenOnes() throws IOException {
    JsonNode golden = new ObjectMapper().readTree(GOLDEN);
    checkConstants(golden);
    checkParameterHeaders(golden);
  }

  static List<WrongCase> wrongCases() throws IOException {
    return WrongCases.of("connector/store", "golden-names");
  }

  @ParameterizedTest
  @MethodSource("wrongCases")
  void wrongNamesAreRejected(WrongCase wrong) {
    assertThatThrownBy(
            () -> {
              checkConstants(wrong.document());
              checkParameterHeaders(wrong.document());
            })
        .isInstanceOf(AssertionError.class);
  }

  private static void checkConstants(JsonNode golden) {
    assertThat(StorletNames.MEDIA_TYPE).isEqualTo(golden.path("media_type").asText());
    constants(StorletNames.Header.class)
        .forEach(
            (name, value) ->
                assertThat(value).isEqualTo(golden.path("headers").path(name).asText()));
    constants(StorletNames.FrameType.class)
        .forEach(
            (name, value) ->
                assertThat(value).isEqualTo(golden.path("frames").path(name).asText()));
    List<String> reasons = golden.path("reasons").findValuesAsText("name");
    constants(StorletNames.Reason.class)
        .forEach(
            (name, value) -> {
              assertThat(value).isEqualTo(name);
              assertThat(reasons).contains(value);
            });
  }

  private static void checkParameterHeaders(JsonNode golden) {
    JsonNode headers = golden.path("headers");
    assertThat(StorletNames.Header.parameter(1, 7))
        .isEqualTo(header(headers.path("parameter"), 1, 7));
    assertThat(StorletNames.Header.parameter(2, 7))
        .isEqualTo(header(headers.path("stage_parameter"), 2, 7));
  }

  private static String header(JsonNode pattern, int stage, int number) {
    return pattern
        .asText()
        .replace("{stage}", Integer.toString(stage))
        .replace("{number}", Integer.toString(number));
  }

  private static Map<String, String> constants(Class<?> owner) {
    return Arrays.stream(owner.getDeclaredFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
        .collect(
            Collectors.toMap(
                field -> field.getName().toLowerCase(Locale.ROOT), StorletNamesTest::value));
  }

  private static String value(Field constant) {
    try {
      return String.valueOf(constant.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
