package io.headwater.store.storlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** Compares {@link StorletNames} with {@code protocol/golden-names}. */
class StorletNamesTest {
  private static final File GOLDEN = new File("../../protocol/golden-names/names.json");

  private final JsonNode golden = new ObjectMapper().readTree(GOLDEN);

  StorletNamesTest() throws IOException {}

  @Test
  void constantsAreThoseOfTheGoldenNames() {
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

  @Test
  void headersOfParametersAreThoseOfTheGoldenNames() {
    assertThat(StorletNames.Header.parameter(1, 7)).isEqualTo(header("parameter", 1, 7));
    assertThat(StorletNames.Header.parameter(2, 7)).isEqualTo(header("stage_parameter", 2, 7));
  }

  private String header(String role, int stage, int number) {
    return golden
        .path("headers")
        .path(role)
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
