package io.headwater.commit.manifest;

import java.io.IOException;

/** What stands where a manifest should is none, or one that this version cannot read. */
public final class MalformedManifestException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message says which object, what is wrong with it, and what to do. */
  public MalformedManifestException(String message, Throwable cause) {
    super(message, cause);
  }
}
