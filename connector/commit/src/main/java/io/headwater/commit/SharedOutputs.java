package io.headwater.commit;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The pending output of this process, by bucket. An instance is kept as long as a file system uses
 * it or it has content, which a later file system may publish.
 */
final class SharedOutputs {
  private static final Map<String, WeakReference<PendingOutput>> BY_BUCKET = new HashMap<>();
  private static final Set<PendingOutput> WITH_CONTENT = new HashSet<>();

  private SharedOutputs() {}

  static synchronized PendingOutput of(String bucket) {
    BY_BUCKET.values().removeIf(each -> each.get() == null);
    WeakReference<PendingOutput> known = BY_BUCKET.get(bucket);
    PendingOutput output = known == null ? null : known.get();
    if (output == null) {
      output = new PendingOutput();
      BY_BUCKET.put(bucket, new WeakReference<>(output));
    }
    return output;
  }

  /** To be called after each change of an output. The last caller sees its final state. */
  static synchronized void keepIfNotEmpty(PendingOutput output) {
    if (output.isEmpty()) {
      WITH_CONTENT.remove(output);
    } else {
      WITH_CONTENT.add(output);
    }
  }
}
