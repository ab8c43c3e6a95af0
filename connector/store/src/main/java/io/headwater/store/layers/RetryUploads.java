package io.headwater.store.layers;

import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.PartsEtag;
import io.headwater.store.PutMode;
import io.headwater.store.UploadedPart;
import io.headwater.store.exception.ObjectNotFoundException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.exception.UploadNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Completing an upload ends it. An attempt after an applied one therefore finds no upload. In that
 * case a HEAD checks whether the object consists of these parts.
 */
final class RetryUploads extends LayerUploads {
  private final Layer layer;
  private final ObjectStore store;

  RetryUploads(Layer layer, ObjectStore store) {
    super(layer, store.uploads());
    this.layer = layer;
    this.store = store;
  }

  @Override
  public ObjectInfo complete(String key, String uploadId, List<UploadedPart> parts, PutMode mode)
      throws IOException {
    Request request = new Request(Operation.COMPLETE_UPLOAD, key, mode, 0, parts);
    Completion completion =
        new Completion(request, () -> store.uploads().complete(key, uploadId, parts, mode));
    return layer.around(request, completion::send);
  }

  /** The attempts of one completion. */
  private final class Completion {
    private final Request request;
    private final Call<ObjectInfo> call;
    private TransientStoreException open;

    Completion(Request request, Call<ObjectInfo> call) {
      this.request = request;
      this.call = call;
    }

    ObjectInfo send() throws IOException {
      try {
        return call.send();
      } catch (TransientStoreException failure) {
        if (failure.mayHaveBeenApplied()) {
          open = failure;
        }
        throw failure;
      } catch (UploadNotFoundException gone) {
        if (open == null) {
          throw gone;
        }
        return find().orElseThrow(() -> RetryOutcome.unknown(request, gone, open));
      }
    }

    private Optional<ObjectInfo> find() throws IOException {
      try {
        return Optional.of(store.head(request.key())).filter(this::isMade);
      } catch (ObjectNotFoundException e) {
        return Optional.empty();
      }
    }

    private boolean isMade(ObjectInfo existing) {
      long length = request.parts().stream().mapToLong(UploadedPart::length).sum();
      Optional<String> etag = PartsEtag.of(request.parts());
      boolean comparable = etag.isPresent() && PartsEtag.hasForm(existing.etag());
      return existing.length() == length && (!comparable || existing.etag().equals(etag.get()));
    }
  }
}
