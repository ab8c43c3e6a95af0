package io.headwater.fs.read;

import io.headwater.commit.dataset.DatasetState;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.MalformedManifestException;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.fs.bucket.Bucket;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Creates the exceptions for readers of an object that is missing or changed. */
public final class ReadFailures {
  private static final String VERIFY = "`headwater verify` lists the broken entries";

  private final ReadContext context;
  private final Bucket bucket;

  public ReadFailures(ReadContext context) {
    this.context = context;
    this.bucket = context.bucket();
  }

  /** No object exists under the key, or not any more. */
  public FileNotFoundException gone(String key, Exception cause) {
    forget(key);
    FileNotFoundException gone =
        new FileNotFoundException("there is no object " + place(key) + manifestNote(key));
    gone.initCause(cause);
    return gone;
  }

  /** The object differs from the reader's version. */
  public ReplacedFileException replaced(String key, Exception cause) {
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
    context.footers().forget();
  }

  private String place(String key) {
    return bucket.store().name() + "/" + key;
  }

  /** An entry never changes, so the message names the manifest whose guarantee was broken. */
  private String manifestNote(String key) {
    return GovernedName.rootOf(key)
        .map(
            root ->
                ". The manifest "
                    + place(ManifestKeys.base(root))
                    + " listed it: "
                    + reason(root, key))
        .orElse("");
  }

  /** What happened to the entry, according to its dataset's current manifests. */
  private String reason(String root, String key) {
    try {
      DatasetState now = bucket.datasets().read(root);
      if (now.object(key).isPresent()) {
        return "it still does. Another program changed the object, or the manifest is "
            + "damaged. "
            + VERIFY;
      }
      return now.base().isEmpty() && now.baseObject().isPresent()
          ? "another program replaced the manifest. Restore it, or delete the "
              + "dataset and write it again"
          : "another job has overwritten the dataset since. List it again";
    } catch (MalformedManifestException e) {
      return "its dataset cannot be read now: " + e.getMessage();
    } catch (IOException e) {
      return "another job has overwritten the dataset since, or another program "
          + "changed the object. "
          + VERIFY
          + " (the manifest could not be read again: "
          + e.getMessage()
          + ")";
    }
  }
}
