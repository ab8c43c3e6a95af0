package io.headwater.fs;

/**
 * File names that clients, servers or the formats between them are known to get wrong: what URLs,
 * XML, globs and shells give a meaning to, blanks and dots at the ends, and Unicode whose order as
 * UTF-8 is not its order as UTF-16.
 */
final class HardNames {
  private static final String[] PIECES = {
    " ", "  ", "+", "%", "%20", "%2F", "%zz", "=", "&", "&amp;", "?", "??x=1", "#", "'", "\"", "<",
    ">", "]]>", ";", "@", "!", "$", "^", "|", "`", "~", "*", "[x]", "{a,b}", "\\", "(", ",", "é",
    "e\u0301", "ß", "日本", "\uFFEE", "\uE000", "😀", "𝄞", "\u00A0", "\u200F", ".", "..", "..."
  };

  private HardNames() {}

  /** A name for each number, none of them twice. */
  static String of(int number) {
    String first = PIECES[number % PIECES.length];
    String second = PIECES[number / PIECES.length % PIECES.length];
    return switch (number % 3) {
      case 0 -> first + number + second;
      case 1 -> number + first + second;
      default -> first + second + number;
    };
  }
}
