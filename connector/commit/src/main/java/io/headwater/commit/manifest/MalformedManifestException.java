package io.headwater.commit.manifest;

import java.io.IOException;

/** The object at a manifest's key is not a manifest, or this version cannot read it. */
public final class MalformedManifestException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message names the object, the error and the solution. */
  public MalformedManifestException(String message, Throwable cause) {
    super(message, cause);
  }
}
