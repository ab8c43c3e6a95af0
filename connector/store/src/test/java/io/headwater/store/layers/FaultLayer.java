package io.headwater.store.layers;

import io.headwater.store.GetOptions;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.exception.ThrottledException;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.store.storlet.StorletAnswer;
import io.headwater.store.storlet.StorletCall;
import java.io.Closeable;
import java.io.IOException;

/** Makes requests fail according to a {@link FaultPlan}, for tests of the layers around it. */
public final class FaultLayer extends Layer {
  private final FaultPlan plan;

  /** Consults the plan at every request. */
  public FaultLayer(ObjectStore inner, FaultPlan plan) {
    super(inner);
    this.plan = plan;
  }

  @Override
  protected <T> T around(Request request, Call<T> call) throws IOException {
    return send(plan.next(request), request, call);
  }

  @Override
  public ObjectBody get(String key, GetOptions options) throws IOException {
    Request request = Request.of(Operation.GET, key);
    Fault fault = plan.next(request);
    ObjectBody body = send(fault, request, () -> inner().get(key, options));
    if (fault != Fault.CUT_BODY || body.length() == 0) {
      return body;
    }
    CutStream cut = new CutStream(body.stream(), body.length() / 2, message(request, fault));
    return new ObjectBody(body.info(), body.start(), body.length(), cut);
  }

  /** A cut response breaks after its first byte, because its length is unknown. */
  @Override
  public StorletAnswer run(String key, StorletCall call) throws IOException {
    Request request = Request.of(Operation.STORLET, key);
    Fault fault = plan.next(request);
    StorletAnswer answer = send(fault, request, () -> inner().run(key, call));
    return fault == Fault.CUT_BODY
        ? answer.through(stream -> new CutStream(stream, 1, message(request, fault)))
        : answer;
  }

  private <T> T send(Fault fault, Request request, Call<T> call) throws IOException {
    return switch (fault) {
      case NONE, CUT_BODY -> call.send();
      case LOSE_REQUEST -> throw new TransientStoreException(message(request, fault), null);
      case THROTTLE -> throw new ThrottledException(message(request, fault), null);
      case LOSE_RESPONSE -> {
        T response = call.send();
        if (response instanceof Closeable body) {
          body.close();
        }
        throw new TransientStoreException(message(request, fault), null);
      }
    };
  }

  private String message(Request request, Fault fault) {
    return request + ": injected " + fault + " (" + plan + ")";
  }
}
