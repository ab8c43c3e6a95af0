package io.headwater.fs.list;

import io.headwater.commit.attempt.AttemptName;
import io.headwater.store.ListPage;
import io.headwater.store.ObjectInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Separates files from the empty objects with which other programs mark folders. Stocator and
 * Hadoop's Swift file system use the folder's own name, s3n that name and {@link #S3N_SUFFIX}.
 *
 * <p>An object with the folder's own name is a marker if its media type is a directory's, or if
 * objects exist below it. The listing shows those later, so the object is held back until then. An
 * object that is not empty is always a file. Markers of s3n are omitted.
 */
public final class FolderMarkers {
  /** The suffix of s3n and EMRFS for a folder's name. */
  static final String S3N_SUFFIX = "_$folder$";

  /** The object that a job's commit writes last. No folder has this name. */
  private static final String SUCCESS = "_SUCCESS";

  private List<ObjectInfo> held = new ArrayList<>();

  /**
   * The content of a listing's page.
   *
   * @param files objects that are no markers
   * @param folders keys of folders that only their markers show, without a slash
   */
  record Sorted(List<ObjectInfo> files, List<String> folders) {}

  /** Whether an object with a folder's own name may mark that folder. */
  public static boolean maybe(ObjectInfo object) {
    String key = object.key();
    return object.length() == 0
        && !key.endsWith("/")
        && !key.endsWith(S3N_SUFFIX)
        && !key.substring(key.lastIndexOf('/') + 1).equals(SUCCESS)
        && AttemptName.parse(key).isEmpty();
  }

  private static boolean isOfS3n(ObjectInfo object) {
    return object.length() == 0 && object.key().endsWith(S3N_SUFFIX);
  }

  /**
   * Processes the next page.
   *
   * @param counting the committed objects among those of this and earlier pages
   * @param unlisted folders that the listing omits, with their slashes
   */
  Sorted accept(ListPage page, List<ObjectInfo> counting, List<String> unlisted) {
    List<ObjectInfo> files = new ArrayList<>(counting.size());
    List<String> marked = new ArrayList<>();
    List<ObjectInfo> candidates = new ArrayList<>(held);
    for (ObjectInfo object : counting) {
      if (maybe(object)) {
        candidates.add(object);
      } else if (!isOfS3n(object)) {
        files.add(object);
      }
    }
    held = new ArrayList<>();
    if (!candidates.isEmpty()) {
      sort(candidates, page, keys(page, counting, unlisted), files, marked);
    }
    return new Sorted(files, marked);
  }

  private void sort(
      List<ObjectInfo> candidates,
      ListPage page,
      NavigableSet<String> keys,
      List<ObjectInfo> files,
      List<String> marked) {
    for (ObjectInfo candidate : candidates) {
      String below = candidate.key() + "/";
      String next = keys.ceiling(below);
      if (next != null && next.startsWith(below)) {
        continue;
      }
      if (page.next().isPresent() && next == null) {
        held.add(candidate);
      } else if (candidate.isDirectory()) {
        marked.add(candidate.key());
      } else {
        files.add(candidate);
      }
    }
  }

  private static NavigableSet<String> keys(
      ListPage page, List<ObjectInfo> counting, List<String> unlisted) {
    NavigableSet<String> keys = new TreeSet<>(page.prefixes());
    keys.addAll(unlisted);
    Stream.concat(page.objects().stream(), counting.stream())
        .map(ObjectInfo::key)
        .forEach(keys::add);
    return keys;
  }
}
