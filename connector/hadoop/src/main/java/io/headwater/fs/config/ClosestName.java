package io.headwater.fs.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests a known name for a misspelt one. */
public final class ClosestName {
  private ClosestName() {}

  /** The closest known name, if it differs in at most a third of its letters. */
  public static Optional<String> of(String name, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt((String each) -> distance(name, each))
                .thenComparing(each -> each))
        .filter(each -> 3 * distance(name, each) <= Math.max(name.length(), each.length()));
  }

  /** Levenshtein's distance: the number of inserted, removed or changed letters. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int i = 0; i <= to.length(); i++) {
      row[i] = i;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
