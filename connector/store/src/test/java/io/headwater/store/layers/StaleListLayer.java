package io.headwater.store.layers;

import io.headwater.store.Capability;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.Listings;
import io.headwater.store.ObjectStore;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A store with stale listings, for tests. After {@link #freeze} they omit every key that did not
 * exist then, although reads of such keys work. Swift's container servers may behave this way.
 */
public final class StaleListLayer extends Layer {
  /** Null while listings are up to date. */
  private volatile TreeSet<String> known;

  /** Initially listings are up to date. */
  public StaleListLayer(ObjectStore inner) {
    super(inner);
  }

  /** From now on, listings omit keys that do not exist yet. */
  public void freeze() throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    Listings.objects(inner(), ListOptions.tree("")).forEach(object -> keys.add(object.key()));
    known = keys;
  }

  /** Listings are up to date again. */
  public void thaw() {
    known = null;
  }

  /** The inner store's capabilities without {@link Capability#CONSISTENT_LISTING}. */
  @Override
  public Set<Capability> capabilities() {
    Set<Capability> declared = EnumSet.noneOf(Capability.class);
    declared.addAll(inner().capabilities());
    declared.remove(Capability.CONSISTENT_LISTING);
    return Set.copyOf(declared);
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    return call.send();
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    ListPage page = super.list(options);
    TreeSet<String> keys = known;
    if (keys == null) {
      return page;
    }
    return new ListPage(
        page.objects().stream().filter(object -> keys.contains(object.key())).toList(),
        page.prefixes().stream().filter(prefix -> anyUnder(keys, prefix)).toList(),
        page.next());
  }

  private static boolean anyUnder(TreeSet<String> keys, String prefix) {
    String first = keys.ceiling(prefix);
    return first != null && first.startsWith(prefix);
  }
}
