package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which part of a dataset a job replaces. */
public sealed interface Overwrite {
  /**
   * The folders below the root whose content is replaced, with a final slash. "" is the complete
   * dataset.
   */
  Set<String> folders(List<ManifestEntry> written);

  /** Nothing: the job adds. */
  record Nothing() implements Overwrite {
    @Override
    public Set<String> folders(List<ManifestEntry> written) {
      return Set.of();
    }
  }

  /** Nothing, because no dataset existed. The job fails if one exists at its commit. */
  record Creation() implements Overwrite {
    @Override
    public Set<String> folders(List<ManifestEntry> written) {
      return Set.of();
    }
  }

  /**
   * Certain folders, known from the job's start.
   *
   * @param named below the root, each with a final slash; the empty text is the complete dataset
   */
  record Folders(Set<String> named) implements Overwrite {
    public Folders {
      named = Set.copyOf(named);
    }

    @Override
    public Set<String> folders(List<ManifestEntry> written) {
      return named;
    }
  }

  /** The folders that the job writes to: Spark's dynamic partition overwrite. */
  record WrittenFolders() implements Overwrite {
    @Override
    public Set<String> folders(List<ManifestEntry> written) {
      Set<String> folders = new TreeSet<>();
      for (ManifestEntry entry : written) {
        String parent = GovernedName.parent(entry.key());
        folders.add(parent.isEmpty() ? "" : parent + "/");
      }
      return folders;
    }
  }
}
