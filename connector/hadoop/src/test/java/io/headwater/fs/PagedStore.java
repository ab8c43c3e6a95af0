package io.headwater.fs;

import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectStore;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.IOException;

/** A store with small listing pages. */
public final class PagedStore extends Layer {
  private final int most;

  public PagedStore(ObjectStore inner, int most) {
    super(inner);
    this.most = most;
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    return call.send();
  }

  @Override
  public ListPage list(ListOptions options) throws IOException {
    return super.list(options.withLimit(Math.min(most, options.limit())));
  }
}
