package io.headwater.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A table of the settings' page that {@code make tables} writes. */
public final class GeneratedTable {
  private static final Path NAME = Path.of("docs", "reference", "settings.md");

  private GeneratedTable() {}

  /**
   * Checks that the page has the table. With the property {@code headwater.write.tables} it writes
   * the table first.
   *
   * @param subject in the comments around the table
   * @param table its lines, each with a newline
   */
  public static void check(String subject, String table) throws IOException {
    String start = "<!-- " + subject + ", written by `make tables` -->\n";
    String end = "<!-- end of " + subject + " -->\n";
    Path file = page();
    String page = Files.readString(file);
    int after = page.indexOf(start) + start.length();
    String updated =
        page.substring(0, after) + "\n" + table + "\n" + page.substring(page.indexOf(end));
    if (Boolean.getBoolean("headwater.write.tables")) {
      Files.writeString(file, updated);
    }
    assertEquals(updated, Files.readString(file), "run `make tables`");
  }

  /** The page, in the nearest folder above the module's that has it. */
  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(NAME))) {
      folder = folder.getParent();
    }
    return folder.resolve(NAME);
  }
}
