package io.headwater.commit.manifest;

/** The limit of a document's length, which readers check before they read (section 4). */
final class DocumentLength {
  private DocumentLength() {}

  /**
   * Fails if a document is longer than {@link Manifest#MAXIMUM_LENGTH}.
   *
   * @param place the object's name
   * @param kind the kind of document, for the message
   * @param advice what the user can do, for the message
   */
  static void require(String place, long length, String kind, String advice)
      throws MalformedManifestException {
    if (length > Manifest.MAXIMUM_LENGTH) {
      throw new MalformedManifestException(
          place
              + " has "
              + length
              + " bytes, and "
              + kind
              + " has at most "
              + Manifest.MAXIMUM_LENGTH
              + ". It was not read. "
              + advice,
          null);
    }
  }
}
