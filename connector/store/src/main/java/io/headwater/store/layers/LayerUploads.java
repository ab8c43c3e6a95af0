package io.headwater.store.layers;

import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectInfo;
import io.headwater.store.Operation;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.UploadListOptions;
import io.headwater.store.UploadPage;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.util.List;

/** The inner store's uploads. Each request goes through the layer's {@link Layer#around}. */
class LayerUploads implements MultipartUploads {
  private final Layer layer;
  private final MultipartUploads inner;

  LayerUploads(Layer layer, MultipartUploads inner) {
    this.layer = layer;
    this.inner = inner;
  }

  @Override
  public String create(String key, PutOptions options) throws IOException {
    return layer.around(Request.of(Operation.CREATE_UPLOAD, key), () -> inner.create(key, options));
  }

  @Override
  public UploadedPart put(String key, String uploadId, int number, Content content)
      throws IOException {
    Request request = Request.sending(Operation.PUT_PART, key, PutMode.OVERWRITE, content.length());
    return layer.around(request, () -> inner.put(key, uploadId, number, content));
  }

  @Override
  public ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException {
    Request request = new Request(Operation.COMPLETE_UPLOAD, key, mode, 0, parts);
    return layer.around(request, () -> inner.complete(key, uploadId, parts, mode));
  }

  @Override
  public void abort(String key, String uploadId) throws IOException {
    layer.around(
        Request.of(Operation.ABORT_UPLOAD, key),
        () -> {
          inner.abort(key, uploadId);
          return uploadId;
        });
  }

  @Override
  public UploadPage list(UploadListOptions options) throws IOException {
    return layer.around(
        Request.of(Operation.LIST_UPLOADS, options.prefix()), () -> inner.list(options));
  }
}
