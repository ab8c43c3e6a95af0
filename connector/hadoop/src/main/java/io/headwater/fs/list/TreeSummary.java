package io.headwater.fs.list;

import io.headwater.commit.dataset.DatasetFilter;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.PathKeys;
import io.headwater.store.ListOptions;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.ContentSummary;

/** The summary of a folder, from one listing of its tree instead of one for each folder in it. */
public final class TreeSummary {
  private final Bucket bucket;
  private final Set<String> folders = new HashSet<>();
  private long files;
  private long length;

  public TreeSummary(Bucket bucket) {
    this.bucket = bucket;
  }

  /**
   * The summary of a file, or of a folder: itself and every folder in it, the files, and their
   * bytes.
   */
  public ContentSummary of(HeadwaterFileStatus status) throws IOException {
    if (status.isFile()) {
      files = 1;
      length = status.getLen();
    } else {
      String key = bucket.paths().key(status.getPath());
      folders.add(key);
      count(PathKeys.folderPrefix(key));
    }
    return new ContentSummary.Builder()
        .directoryCount(folders.size())
        .fileCount(files)
        .length(length)
        .spaceConsumed(length)
        .build();
  }

  private void count(String prefix) throws IOException {
    ListOptions options = ListOptions.tree(prefix);
    DatasetFilter filter = new DatasetFilter(bucket.store(), bucket.datasets(), options);
    FolderMarkers markers = new FolderMarkers();
    Optional<String> next;
    do {
      ListPage page = bucket.store().list(options);
      FolderMarkers.Sorted sorted = markers.accept(page, filter.accept(page), List.of());
      sorted.files().forEach(object -> add(object, prefix));
      sorted.folders().forEach(folder -> addFolders(folder + "/", prefix));
      next = page.next();
      options = next.map(options::after).orElse(options);
    } while (next.isPresent());
  }

  private void add(ObjectInfo object, String prefix) {
    String key = object.key();
    addFolders(key, prefix);
    if (!key.endsWith("/")) {
      bucket.paths().path(key); // Fails for a key that no path names, like a listing.
      files++;
      length += object.length();
    }
  }

  private void addFolders(String key, String prefix) {
    for (int slash = key.indexOf('/', prefix.length());
        slash >= 0;
        slash = key.indexOf('/', slash + 1)) {
      folders.add(key.substring(0, slash));
    }
  }
}
