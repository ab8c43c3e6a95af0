package io.headwater.fs;

/**
 * File names that clients, servers or the formats between them are known to mishandle. They contain
 * special characters of URLs, XML, globs and shells, and blanks and dots at the ends. They also
 * contain Unicode whose UTF-8 order differs from its UTF-16 order.
 */
final class HardNames {
  private static final String[] PIECES = {
    " ", "  ", "+", "%", "%20", "%2F", "%zz", "=", "&", "&amp;", "?", "??x=1", "#", "'", "\"", "<",
    ">", "]]>", ";", "@", "!", "$", "^", "|", "`", "~", "*", "[x]", "{a,b}", "\\", "(", ",", "é",
    "e\u0301", "ß", "日本", "\uFFEE", "\uE000", "😀", "𝄞", "\u00A0", "\u200F", ".", "..", "..."
  };

  private HardNames() {}

  /** A unique name for each number. */
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
