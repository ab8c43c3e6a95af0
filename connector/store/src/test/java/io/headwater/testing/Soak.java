package io.headwater.testing;

/** The sizes of tests that need many rounds. {@code make soak-tests} sets HEADWATER_SOAK. */
public final class Soak {
  private static final boolean IS_SOAK = System.getenv("HEADWATER_SOAK") != null;

  private Soak() {}

  /** The smallest size that can still fail in {@code make test}, or the size of a soak. */
  public static int size(int inTest, int inSoak) {
    return IS_SOAK ? inSoak : inTest;
  }
}
