package io.headwater.fs.read;

import io.headwater.fs.cache.FooterCache;
import io.headwater.fs.list.ColumnarLookup;
import io.headwater.fs.list.FolderMarkers;
import io.headwater.store.ObjectBody;
import io.headwater.store.ObjectInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

/** Requests the last bytes of columnar files, which their readers read first. */
public final class FooterLookup implements ColumnarLookup {
  private final ReadContext context;

  public FooterLookup(ReadContext context) {
    this.context = context;
  }

  @Override
  public Optional<ObjectInfo> find(String key) throws IOException {
    if (!ReadAhead.isColumnar(key)) {
      return Optional.empty();
    }
    ReadAhead readAhead = ReadAhead.adaptive(key);
    FooterCache.Question question = context.footers().begin();
    ObjectReads reads =
        new ObjectReads(context, key, Optional::empty, readAhead, -1, Optional.empty());
    try (ObjectBody end = reads.first()) {
      if (FolderMarkers.maybe(end.info())) {
        return Optional.empty();
      }
      reads.end().ifPresentOrElse(question::note, () -> question.note(end.info()));
      return Optional.of(end.info());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
