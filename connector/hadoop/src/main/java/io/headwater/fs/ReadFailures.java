package io.headwater.fs;

import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.MalformedManifestException;
import io.headwater.commit.manifest.ManifestKeys;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Creates the exceptions for readers of an object that is missing or changed. */
final class ReadFailures {
  private static final String VERIFY = "`headwater verify` tells which entries are broken";

  private final FileSystemContext bucket;

  ReadFailures(FileSystemContext bucket) {
    this.bucket = bucket;
  }

  /** No object exists under the key, or not any more. */
  FileNotFoundException gone(String key, Exception cause) {
    forget(key);
    FileNotFoundException gone =
        new FileNotFoundException("there is no object " + place(key) + manifestNote(key));
    gone.initCause(cause);
    return gone;
  }

  /** The object differs from the reader's version. */
  ReplacedFileException replaced(String key, Exception cause) {
    forget(key);
    String note = manifestNote(key);
    return new ReplacedFileException(
        "Cannot read "
            + place(key)
            + ": the file was replaced after it was listed or opened"
            + (note.isEmpty() ? ". Read it again. In Spark, create the DataFrame again." : note),
        cause);
  }

  private void forget(String key) {
    bucket.known().forget(key);
    bucket.opened().forget();
  }

  private String place(String key) {
    return bucket.store().name() + "/" + key;
  }

  /** An entry never changes, so the message names the manifest whose guarantee was broken. */
  private String manifestNote(String key) {
    return GovernedName.rootOf(key)
        .map(
            root ->
                ", though the manifest "
                    + place(ManifestKeys.base(root))
                    + " had it as an entry: "
                    + reason(root, key))
        .orElse("");
  }

  /** What happened to the entry, according to its dataset's current manifests. */
  private String reason(String root, String key) {
    try {
      DatasetState now = bucket.datasets().read(root);
      if (now.object(key).isPresent()) {
        return "it has it still, so that another program changed the object, or the manifest is"
            + " damaged; "
            + VERIFY;
      }
      return now.base().isEmpty() && now.baseObject().isPresent()
          ? "what stands there is no manifest any more, since another program wrote over it;"
              + " restore it, or write the dataset again after deleting it"
          : "another job overwrote the dataset meanwhile; list it again";
    } catch (MalformedManifestException e) {
      return "its dataset cannot be read now, since " + e.getMessage();
    } catch (IOException e) {
      return "another job overwrote the dataset meanwhile, or another program changed the object; "
          + VERIFY
          + " (the manifest could not be read again: "
          + e.getMessage()
          + ")";
    }
  }
}
