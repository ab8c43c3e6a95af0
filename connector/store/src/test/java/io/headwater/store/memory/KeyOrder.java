package io.headwater.store.memory;

import java.util.Comparator;

/**
 * The order of keys in listings: by UTF-8 bytes, which equals the order of code points. {@link
 * String#compareTo} differs: it sorts surrogates before U+E000 to U+FFFF.
 */
final class KeyOrder implements Comparator<String> {
  static final KeyOrder INSTANCE = new KeyOrder();

  private KeyOrder() {}

  @Override
  public int compare(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      if (left.charAt(i) != right.charAt(i)) {
        return Integer.compare(rank(left.charAt(i)), rank(right.charAt(i)));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + Character.MAX_VALUE : unit;
  }
}
