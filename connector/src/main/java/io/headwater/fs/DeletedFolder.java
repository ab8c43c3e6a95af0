package io.headwater.fs;

import io.headwater.commit.manifest.ManifestKeys;

/**
 * The folder that a thread deleted last with all below it. A job that replaces a part of a dataset
 * begins so: Spark deletes a static partition's folder before it sets the job up, in one thread.
 */
final class DeletedFolder {
  private final ThreadLocal<String> folder = new ThreadLocal<>();

  void note(String key) {
    folder.set(key);
  }

  void forget() {
    folder.remove();
  }

  /** Whether the folder that this thread deleted last is below a root. */
  boolean isBelow(String root) {
    String key = folder.get();
    return key != null && key.startsWith(ManifestKeys.under(root));
  }
}
