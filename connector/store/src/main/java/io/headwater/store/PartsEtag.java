package io.headwater.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The ETag of an object made of parts in S3 and compatible stores. It consists of the MD5 of the
 * parts' MD5s, a dash and the number of parts. It is known from practice. The S3 API reference does
 * not guarantee it, and encrypted objects differ. It can confirm an object, but a different ETag
 * proves nothing.
 */
public final class PartsEtag {
  private static final Pattern MD5 = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern OF_PARTS = Pattern.compile("[0-9a-f]{32}-[0-9]+");

  /** The ETag of an object without bytes that was sent in one request. */
  public static final String OF_NOTHING = ofWhole(new byte[0]);

  private PartsEtag() {}

  /**
   * The ETag, if the parts' ETags are MD5s. The parts must be in ascending order of their numbers.
   */
  public static Optional<String> of(List<UploadedPart> parts) {
    MessageDigest digest = md5();
    for (UploadedPart part : parts) {
      if (!MD5.matcher(part.etag()).matches()) {
        return Optional.empty();
      }
      digest.update(HexFormat.of().parseHex(part.etag()));
    }
    return Optional.of(HexFormat.of().formatHex(digest.digest()) + "-" + parts.size());
  }

  /** The ETag of an object or part sent in one request: the MD5 of its bytes in hexadecimal. */
  public static String ofWhole(byte[] bytes) {
    return HexFormat.of().formatHex(md5().digest(bytes));
  }

  /** Whether an ETag has the form of {@link #of}. */
  public static boolean hasForm(String etag) {
    return OF_PARTS.matcher(etag).matches();
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
