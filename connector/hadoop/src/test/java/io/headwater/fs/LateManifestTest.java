package io.headwater.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwater.commit.dataset.DatasetReader;
import io.headwater.commit.dataset.EntryChanges;
import io.headwater.store.Capability;
import io.headwater.store.GetOptions;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.Operation;
import io.headwater.store.layers.Call;
import io.headwater.store.layers.Layer;
import io.headwater.store.layers.Request;
import io.headwater.store.memory.MemoryStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Listings of manifests are late, as those of a Swift's container server that was away. */
class LateManifestTest {
  private final MemoryStore memory = new MemoryStore("bucket");

  @Test
  void whatAJobWroteIsNotDeletedWhileItsManifestIsNotListed() throws IOException {
    Path root = new Path("s3://bucket/out");
    ServedFileSystem fileSystem = ServedFileSystem.over(memory);
    DatasetJobRun.run(fileSystem, root, DatasetJobRun.APPEND, Map.of("p=1/a", "1", "p=2/a", "2"));
    DatasetJobRun.run(fileSystem, root, DatasetJobRun.APPEND, Map.of("p=3/a", "3"));
    ObjectStore late = new ListedBy(memory, (store, options) -> withoutDeltas(store.list(options)));
    Path folder = new Path(root, "p=3");
    ServedFileSystem stale = ServedFileSystem.over(late);
    assertThatThrownBy(() -> stale.rename(folder, new Path(root, "p=4")))
        .hasMessageContaining("nothing was renamed");
    assertThatThrownBy(() -> stale.delete(folder, true))
        .hasMessageContaining("nothing was deleted");
    assertThat(new DatasetRows(fileSystem).byTree(root)).containsExactlyInAnyOrder("1", "2", "3");
    assertThat(stale.delete(new Path("s3://bucket/out"), true)).isTrue();
    assertThat(keys()).allMatch(key -> key.contains(".delta."));
  }

  /** The first listing of the manifests shows all of them, and the next ones are late. */
  @Test
  void anEntryWhoseRemovalCannotBeWrittenIsNotDeleted() throws IOException {
    Path root = new Path("s3://bucket/out");
    ServedFileSystem fileSystem = ServedFileSystem.over(memory);
    DatasetJobRun.run(fileSystem, root, DatasetJobRun.APPEND, Map.of("p=1/a", "1"));
    DatasetJobRun.run(fileSystem, root, DatasetJobRun.APPEND, Map.of("p=3/a", "3"));
    Path file = fileSystem.listStatus(new Path(root, "p=3"))[0].getPath();
    assertThatThrownBy(() -> afterTheCopy().rename(file.getParent(), new Path(root, "p=4")))
        .hasMessageContaining("is in no manifest any more");
    assertThatThrownBy(() -> afterTheCopy().rename(file, new Path("s3://bucket/b")))
        .hasMessageContaining("is in no manifest any more");
    assertThat(new DatasetRows(fileSystem).byTree(root)).containsExactlyInAnyOrder("1", "3");
  }

  /** A process for which listings lack deltas once it has copied an object. */
  private ServedFileSystem afterTheCopy() throws IOException {
    return ServedFileSystem.over(
        new Layer(memory) {
          private boolean isLate;

          @Override
          protected <T> T around(Request request, Call<T> call) throws IOException {
            isLate |= request.operation() == Operation.COPY;
            return call.send();
          }

          @Override
          public ListPage list(ListOptions options) throws IOException {
            ListPage page = inner().list(options);
            return isLate ? withoutDeltas(page) : page;
          }
        });
  }

  @Test
  void anEntryIsRemovedTwiceWithoutAnError() throws IOException {
    Path root = new Path("s3://bucket/out");
    ServedFileSystem fileSystem = ServedFileSystem.over(memory);
    DatasetJobRun.run(fileSystem, root, DatasetJobRun.APPEND, Map.of("p=1/a", "1"));
    String key = keys().stream().filter(each -> each.contains("p=1/")).findFirst().orElseThrow();
    EntryChanges changes = new EntryChanges(memory, new DatasetReader(memory));
    changes.remove(List.of(key));
    memory.delete(key);
    changes.remove(List.of(key));
    assertThat(new DatasetRows(fileSystem).byTree(root)).isEmpty();
  }

  private static ListPage withoutDeltas(ListPage page) {
    return new ListPage(
        page.objects().stream().filter(each -> !each.key().contains(".delta.")).toList(),
        page.prefixes(),
        page.next());
  }

  private List<String> keys() throws IOException {
    return memory.list(ListOptions.tree("")).objects().stream().map(ObjectInfo::key).toList();
  }

  /** A server that missed an overwrite lists the old base, and still has it. */
  @Test
  void aBaseThatALateListingShowsIsNotReplaced() throws IOException {
    MemoryStore swift = new MemoryStore("bucket", EnumSet.of(Capability.CONSISTENT_LISTING), 0);
    Path root = new Path("s3://bucket/out");
    ServedFileSystem first = ServedFileSystem.over(swift);
    DatasetJobRun.run(first, root, DatasetJobRun.DYNAMIC, Map.of("p=1/a", "1", "p=2/a", "2"));
    ObjectInfo old = swift.head("out/_SUCCESS");
    byte[] body = swift.get(old.key(), GetOptions.WHOLE).stream().readAllBytes();
    DatasetJobRun.run(first, root, DatasetJobRun.DYNAMIC, Map.of("p=1/a", "new"));
    ServedFileSystem late = ServedFileSystem.over(new OldReplica(swift, old, body));
    DatasetJobRun.run(late, root, DatasetJobRun.DYNAMIC, Map.of("p=2/a", "newer"));
    assertThat(new DatasetRows(first).byTree(root)).containsExactlyInAnyOrder("new", "newer");
  }

  /**
   * A store whose listings show an object that was replaced, until somebody sends a HEAD for it.
   */
  private static final class OldReplica extends Layer {
    private final ObjectInfo old;
    private final byte[] body;
    private boolean isLate = true;

    OldReplica(ObjectStore inner, ObjectInfo old, byte[] body) {
      super(inner);
      this.old = old;
      this.body = body;
    }

    @Override
    protected <T> T around(Request request, Call<T> call) throws IOException {
      return call.send();
    }

    @Override
    public ListPage list(ListOptions options) throws IOException {
      ListPage page = super.list(options);
      if (!isLate) {
        return page;
      }
      List<ObjectInfo> listed =
          page.objects().stream().map(each -> each.key().equals(old.key()) ? old : each).toList();
      return new ListPage(listed, page.prefixes(), page.next());
    }

    @Override
    public ObjectInfo head(String key) throws IOException {
      isLate &= !key.equals(old.key());
      return super.head(key);
    }

    @Override
    public ObjectBody get(String key, GetOptions options) throws IOException {
      boolean isOld = isLate && options.ifMatch().map(old.etag()::equals).orElse(true);
      return key.equals(old.key()) && isOld
          ? new ObjectBody(old, 0, body.length, new ByteArrayInputStream(body))
          : super.get(key, options);
    }
  }
}
