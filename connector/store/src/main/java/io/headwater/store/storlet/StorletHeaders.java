package io.headwater.store.storlet;

import io.headwater.store.storlet.StorletNames.Header;
import io.headwater.store.storlet.StorletNames.Reason;
import io.headwater.store.storlet.StorletStage.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Encodes a call as the headers of a GET: {@code protocol/STORLETS.md}, section 2. Calls that
 * exceed a server's limits are refused here, with the store's exception.
 */
public final class StorletHeaders {
  /** The most storlets of a call. */
  private static final int MAX_STAGES = 8;

  /** The most characters of a header's value. Swift accepts lines of 8,192. */
  private static final int LONGEST = 6000;

  /** The most characters of a parameter's name, which each of its headers repeats. */
  private static final int LONGEST_NAME = 1000;

  /** The most characters of all parameters. Swift accepts 65,536 for all headers. */
  private static final int LONGEST_TOGETHER = 48 << 10;

  /** The most headers of parameters. Swift accepts 126 headers in total. */
  private static final int MOST = 90;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final BitSet PLAIN = new BitSet();
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  static {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        .chars()
        .forEach(PLAIN::set);
  }

  private final String place;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private int parameters;
  private int length;

  private StorletHeaders(String place) {
    this.place = place;
  }

  /**
   * The headers, without If-Match.
   *
   * @param place the request's name in messages
   * @throws StorletRefusedException (reason {@code parameters}) if they cannot be sent
   */
  public static Map<String, String> of(StorletCall call, String place)
      throws StorletRefusedException {
    StorletHeaders made = new StorletHeaders(place);
    made.add(call);
    return made.headers;
  }

  private void add(StorletCall call) throws StorletRefusedException {
    List<StorletStage> stages = call.stages();
    if (stages.isEmpty() || stages.size() > MAX_STAGES) {
      throw refused(stages.size() + " storlets in one call; the range is 1 to " + MAX_STAGES);
    }
    headers.put("Accept", StorletNames.MEDIA_TYPE);
    headers.put(
        Header.RUN_STORLET,
        stages.stream().map(StorletStage::storlet).collect(Collectors.joining(",")));
    call.range().ifPresent(range -> headers.put(Header.RANGE, range.toHeader()));
    for (int i = 0; i < stages.size(); i++) {
      add(stages.get(i), i + 1);
    }
  }

  private void add(StorletStage stage, int stageNumber) throws StorletRefusedException {
    if (!NAME.matcher(stage.storlet()).matches()) {
      throw refused("'" + stage.storlet() + "' is no name of a storlet");
    }
    int number = 0;
    for (Parameter parameter : stage.parameters()) {
      String name = name(parameter);
      String value = parameter.value();
      int from = 0;
      do {
        StringBuilder line = new StringBuilder(name).append(':');
        from = encode(value, from, line);
        number++;
        put(Header.parameter(stageNumber, number), line.toString());
      } while (from < value.length());
    }
  }

  private void put(String name, String value) throws StorletRefusedException {
    parameters++;
    length += name.length() + value.length();
    if (parameters > MOST || length > LONGEST_TOGETHER) {
      throw refused(
          "parameters of more than "
              + MOST
              + " headers or "
              + LONGEST_TOGETHER
              + " characters together");
    }
    headers.put(name, value);
  }

  private String name(Parameter parameter) throws StorletRefusedException {
    String name = parameter.name();
    if (name.isEmpty() || name.contains("=") || (name + parameter.value()).indexOf(0) >= 0) {
      throw refused("a parameter '" + name + "' that has no name, = in it, or a zero byte");
    }
    StringBuilder encoded = new StringBuilder();
    if (encode(name, 0, encoded) < name.length() || encoded.length() > LONGEST_NAME) {
      throw refused("a parameter's name of " + name.length() + " characters");
    }
    return encoded.toString();
  }

  /**
   * Appends as much of a text as fits into a line, in complete characters. Returns where the rest
   * begins.
   */
  private int encode(String text, int from, StringBuilder line) throws StorletRefusedException {
    int at = from;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (Character.getType(character) == Character.SURROGATE) {
        throw refused("a parameter with half a character, U+" + Integer.toHexString(character));
      }
      String encoded = encoded(character);
      if (line.length() + encoded.length() > LONGEST) {
        break;
      }
      line.append(encoded);
      at += Character.charCount(character);
    }
    return at;
  }

  private static String encoded(int character) {
    if (PLAIN.get(character)) {
      return Character.toString(character);
    }
    StringBuilder bytes = new StringBuilder();
    for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
      bytes.append('%').append(HEX.toHexDigits(each));
    }
    return bytes.toString();
  }

  private StorletRefusedException refused(String problem) {
    return new StorletRefusedException(
        place + ": not sent: " + problem, Reason.PARAMETERS, Optional.empty(), null);
  }
}
