package io.headwater.fs.list;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.fs.MemoryFileSystem;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectStore;
import io.headwater.store.PutOptions;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.content.Content;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.FaultPlan;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listing of many pages requests the next page while one is read, and no other. */
@Timeout(60)
final class ListingAheadTest {
  private static final int PAGE = 3;
  private static final List<String> NAMES =
      IntStream.range(10, 23).mapToObj(number -> "name-" + number).toList();

  private final ListedPages listed = new ListedPages(MemoryFileSystem.likeS3());

  /** A store of small pages that reports each listing request. */
  private static final class ListedPages extends Layer {
    private final BlockingQueue<String> listings = new LinkedBlockingQueue<>();
    private volatile String broken = "nothing";
    private volatile String unreadable = "nothing";

    ListedPages(ObjectStore inner) {
      super(inner);
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }

    @Override
    public ObjectBody get(String key, GetOptions options) throws IOException {
      if (key.equals(unreadable)) {
        unreadable = "nothing";
        throw new IOException("no manifest " + key);
      }
      return super.get(key, options);
    }

    @Override
    public ListPage list(ListOptions options) throws IOException {
      ListPage page = super.list(options.withLimit(PAGE));
      if (page.objects().isEmpty()) {
        return page; // Checks whether the folder is a dataset.
      }
      String first = page.objects().get(0).key();
      listings.add(first);
      if (first.equals(broken)) {
        broken = "nothing";
        throw new IOException("no page of " + first);
      }
      return page;
    }

    /** Waits for the next listing. Returns its first name. */
    String next() throws InterruptedException {
      return listings.poll(30, TimeUnit.SECONDS);
    }
  }

  private MemoryFileSystem fileSystem() throws IOException {
    for (String name : NAMES) {
      listed.put("folder/" + name, Content.of(new byte[1]), PutOptions.OVERWRITE);
    }
    return MemoryFileSystem.create(listed, FaultPlan.none());
  }

  private RemoteIterator<FileStatus> listing() throws IOException {
    return fileSystem().listStatusIterator(new Path("/folder"));
  }

  private static List<String> read(RemoteIterator<FileStatus> listing, int most)
      throws IOException {
    List<String> names = new ArrayList<>();
    while (names.size() < most && listing.hasNext()) {
      names.add(listing.next().getPath().getName());
    }
    return names;
  }

  @Test
  void requestsOnlyTheFirstPageAtFirst() throws Exception {
    assertThat(read(listing(), PAGE)).isEqualTo(NAMES.subList(0, PAGE));
    assertThat(listed.listings).containsExactly("folder/name-10");
  }

  @Test
  void requestsTheThirdPageAheadAndNoOther() throws Exception {
    RemoteIterator<FileStatus> listing = listing();
    read(listing, PAGE + 1);
    assertThat(listed.next()).isEqualTo("folder/name-10");
    assertThat(listed.next()).isEqualTo("folder/name-13");
    assertThat(listed.next()).isEqualTo("folder/name-16");
    read(listing, PAGE - 1);
    assertThat(listed.listings).isEmpty();
  }

  @Test
  void requestsEachPageOnce() throws Exception {
    assertThat(read(listing(), Integer.MAX_VALUE)).isEqualTo(NAMES);
    assertThat(listed.listings).doesNotHaveDuplicates().hasSize(5);
  }

  @Test
  void beginsAtANameIfAsked() throws Exception {
    listed.put("folder/log.0", Content.of(new byte[1]), PutOptions.OVERWRITE);
    listed.put("folder/name-16.json", Content.of(new byte[1]), PutOptions.OVERWRITE);
    MemoryFileSystem fileSystem = fileSystem();
    List<String> names =
        read(fileSystem.listStatusFrom(new Path("/folder/name-16.json")), Integer.MAX_VALUE);
    assertThat(names).startsWith("name-16.json", "name-17").endsWith("name-22").hasSize(7);
    assertThat(listed.next()).isEqualTo("folder/name-16.json");
    assertThat(read(fileSystem.listStatusFrom(new Path("/folder/o")), 1)).isEmpty();
    Path absent = new Path("/absent/name");
    assertThatThrownBy(() -> fileSystem.listStatusFrom(absent))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("/absent");
  }

  @Test
  void requestsAFailedPageAgain() throws Exception {
    listed.broken = "folder/name-16";
    RemoteIterator<FileStatus> listing = listing();
    List<String> names = read(listing, 2 * PAGE);
    assertThatThrownBy(listing::hasNext).hasMessage("no page of folder/name-16");
    names.addAll(read(listing, Integer.MAX_VALUE));
    assertThat(names).isEqualTo(NAMES);
  }

  @Test
  void requestsAPageAgainIfItsManifestCannotBeRead() throws Exception {
    String base = "folder/name-16/_SUCCESS";
    listed.put(base, Content.of("{}".getBytes(UTF_8)), PutOptions.OVERWRITE);
    listed.unreadable = base;
    RemoteIterator<LocatedFileStatus> listing = fileSystem().listFiles(new Path("/folder"), true);
    List<String> names = new ArrayList<>();
    assertThatThrownBy(() -> readAll(listing, names)).hasMessage("no manifest " + base);
    readAll(listing, names);
    assertThat(names).containsAll(NAMES).contains("_SUCCESS").hasSize(NAMES.size() + 1);
  }

  private static void readAll(RemoteIterator<LocatedFileStatus> listing, List<String> names)
      throws IOException {
    while (listing.hasNext()) {
      names.add(listing.next().getPath().getName());
    }
  }

  @Test
  void aPoolsOnlyThreadMayNeedItsOwnReadAhead() throws Exception {
    WorkerPool pool = new WorkerPool("only", 1);
    assertThat(WorkerPool.await(pool.submit(() -> pool.ahead(() -> 7).get()))).isEqualTo(7);
  }
}
