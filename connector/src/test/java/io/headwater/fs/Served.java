package io.headwater.fs;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Objects that configurations, which are texts, lead to. They are kept as long as their tests keep
 * them: thousands of them together would not fit the heap.
 */
final class Served<T> {
  private final String setting;
  private final Map<String, WeakReference<T>> byName = new ConcurrentHashMap<>();

  /** What a setting of this name leads to. */
  Served(String setting) {
    this.setting = setting;
  }

  void add(Configuration configuration, T served) {
    String name = UUID.randomUUID().toString();
    byName.put(name, new WeakReference<>(served));
    configuration.set(setting, name);
  }

  T get(Configuration configuration) {
    T served = byName.get(configuration.get(setting)).get();
    if (served == null) {
      throw new IllegalStateException("no test keeps any more what " + setting + " leads to");
    }
    return served;
  }
}
