package io.headwater.store.swift;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.MultipartUploads;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.ObjectStream;
import io.headwater.store.PutMode;
import io.headwater.store.PutOptions;
import io.headwater.store.StreamOptions;
import io.headwater.store.UploadedPart;
import io.headwater.store.content.ByteRange;
import io.headwater.store.content.Content;
import io.headwater.store.exception.TransientStoreException;
import io.headwater.testing.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads in the middle of listings, uploads, streams and reads when their token becomes invalid.
 * This happens twice, each time after every thread has started and before any is done.
 */
final class ExpiringTokens {
  static final int THREADS = Soak.size(8, 32);

  /** How often the token becomes invalid. */
  static final int TIMES = 2;

  private static final int LENGTH = 3 << 20;

  private final ObjectStore store;
  private final CyclicBarrier barrier;
  private final byte[] bytes = new byte[LENGTH];
  private volatile boolean failed;

  ExpiringTokens(ObjectStore store, Runnable expire) {
    this.store = store;
    this.barrier = new CyclicBarrier(THREADS, expire);
    new Random(1).nextBytes(bytes);
  }

  /** Returns when all threads are done, or throws the failure of one. */
  void run() throws Exception {
    store.put("read", Content.of(bytes), PutOptions.OVERWRITE);
    for (int i = 0; i < 12; i++) {
      store.put("list/" + i, Content.of(new byte[1]), PutOptions.OVERWRITE);
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        int own = number;
        all.add(
            threads.submit(
                () -> {
                  one(own);
                  return null;
                }));
      }
      List<Throwable> failures = new ArrayList<>();
      for (Future<Void> each : all) {
        try {
          each.get();
        } catch (ExecutionException e) {
          failures.add(e.getCause());
        }
      }
      // Keep the failure that broke the barrier, not its consequences.
      failures.removeIf(e -> e instanceof BrokenBarrierException || e instanceof TimeoutException);
      assertThat(failures).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  private void one(int number) throws Exception {
    try {
      switch (number % 4) {
        case 0 -> list();
        case 1 -> upload("upload/" + number);
        case 2 -> stream("stream/" + number);
        default -> read();
      }
    } catch (Exception | Error e) {
      // The others must not wait for this thread forever.
      failed = true;
      barrier.reset();
      throw e;
    }
  }

  private void meet() throws Exception {
    if (failed) {
      throw new BrokenBarrierException();
    }
    barrier.await(1, TimeUnit.MINUTES);
  }

  private void list() throws Exception {
    ListOptions options = ListOptions.tree("list/").withLimit(5);
    List<String> keys = new ArrayList<>();
    for (int page = 0; page < 3; page++) {
      ListPage found = store.list(options);
      found.objects().forEach(object -> keys.add(object.key()));
      options = found.next().map(options::after).orElse(options);
      if (page < TIMES) {
        meet();
      }
    }
    assertThat(keys).hasSize(12).doesNotHaveDuplicates();
  }

  private void upload(String key) throws Exception {
    MultipartUploads uploads = store.uploads();
    String id = uploads.create(key, PutOptions.OVERWRITE);
    UploadedPart first = uploads.put(key, id, 1, Content.of(new byte[10]));
    meet();
    UploadedPart second = uploads.put(key, id, 2, Content.of(bytes));
    meet();
    uploads.complete(key, id, List.of(first, second), PutMode.OVERWRITE);
    assertThat(store.head(key).length()).isEqualTo(10L + LENGTH);
  }

  /** Swift checks the token of a stream when the stream starts. */
  private void stream(String key) throws Exception {
    try (ObjectStream stream = store.stream(key, StreamOptions.OWN).orElseThrow()) {
      stream.write(bytes, 0, LENGTH / 2);
      meet();
      stream.write(bytes, LENGTH / 2, LENGTH - LENGTH / 2);
      stream.seal();
      meet();
      stream.finish();
    }
    assertThat(store.head(key).length()).isEqualTo(LENGTH);
  }

  /** An idle body may have given its connection to another request. */
  private void readOn(ObjectBody body) throws IOException {
    int left = LENGTH - LENGTH / 2;
    try {
      assertThat(body.stream().readAllBytes()).hasSize(left);
    } catch (TransientStoreException e) {
      GetOptions rest = GetOptions.WHOLE.withRange(ByteRange.last(left));
      try (ObjectBody again = store.get("read", rest)) {
        assertThat(again.stream().readAllBytes()).hasSize(left);
      }
    }
  }

  private void read() throws Exception {
    try (ObjectBody body = store.get("read", GetOptions.WHOLE)) {
      byte[] half = body.stream().readNBytes(LENGTH / 2);
      assertThat(half).isEqualTo(java.util.Arrays.copyOf(bytes, LENGTH / 2));
      meet();
      readOn(body);
    }
    GetOptions end = GetOptions.WHOLE.withRange(ByteRange.last(100));
    try (ObjectBody body = store.get("read", end)) {
      assertThat(body.stream().readAllBytes()).hasSize(100);
    }
    meet();
    try (ObjectBody body = store.get("read", end)) {
      assertThat(body.stream().readAllBytes()).hasSize(100);
    }
  }
}
