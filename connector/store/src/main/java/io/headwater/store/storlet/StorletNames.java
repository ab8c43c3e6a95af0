package io.headwater.store.storlet;

/**
 * Names of {@code protocol/STORLETS.md} that other languages share. {@code protocol/golden-names}
 * has the names of all languages.
 */
public final class StorletNames {
  /** The media type of a response in frames. */
  public static final String MEDIA_TYPE = "application/vnd.headwater.frames";

  private StorletNames() {}

  /** HTTP headers of requests and responses. */
  public static final class Header {
    /** The storlets to run, separated by commas. */
    public static final String RUN_STORLET = "X-Run-Storlet";

    /** The split. */
    public static final String RANGE = "X-Storlet-Range";

    /** In a response: the ETag of the object. */
    public static final String SOURCE_ETAG = "X-Storlet-Source-Etag";

    private Header() {}

    /**
     * The header of a parameter.
     *
     * @param stage the stage's number, from 1
     * @param number the number of the parameter or of its part, from 1
     */
    public static String parameter(int stage, int number) {
      return stage == 1
          ? "X-Storlet-Parameter-" + number
          : "X-Storlet-" + stage + "-Parameter-" + number;
    }
  }

  /** The types of frames. */
  static final class FrameType {
    static final char METADATA = 'M';
    static final char DATA = 'D';
    static final char PADDING = 'P';
    static final char END = 'E';
    static final char ERROR = 'X';

    private FrameType() {}
  }

  /** The reasons of refusals and failures. */
  public static final class Reason {
    /** The storlet or the middleware cannot use the parameters. */
    public static final String PARAMETERS = "parameters";

    /** A policy or a missing right forbids the request. */
    public static final String POLICY = "policy";

    /** The storlet is not deployed. */
    public static final String STORLET = "storlet";

    /** A limit was reached. */
    public static final String LIMIT = "limit";

    /** The storlet failed. */
    public static final String FAILED = "failed";

    /** The store failed. */
    public static final String INTERNAL = "internal";

    /** The object could not be read to its end. */
    public static final String INPUT = "input";

    /** The engine has no free worker. */
    public static final String BUSY = "busy";

    /** No engine is reachable. */
    public static final String ENGINE = "engine";

    private Reason() {}
  }
}
