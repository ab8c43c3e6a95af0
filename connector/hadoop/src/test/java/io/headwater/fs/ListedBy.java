package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;

/** A store whose listings a test makes. */
final class ListedBy extends Layer {
  /** How the store lists. */
  interface Lister {
    ListPage list(ObjectStore inner, ListOptions options) throws IOException;
  }

  private final Lister lister;

  ListedBy(ObjectStore inner, Lister lister) {
    super(inner);
    this.lister = lister;
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    return call.send();
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    return lister.list(inner(), options);
  }
}
