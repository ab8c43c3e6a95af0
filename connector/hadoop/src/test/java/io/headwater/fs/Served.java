package io.headwater.fs;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Objects that configurations refer to by text. They are kept only while their tests keep them,
 * because thousands of them together would not fit into the heap.
 */
final class Served<T> {
  private final String setting;
  private final Map<String, WeakReference<T>> byName = new ConcurrentHashMap<>();

  /**
   * @param setting the setting that contains an object's name
   */
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
