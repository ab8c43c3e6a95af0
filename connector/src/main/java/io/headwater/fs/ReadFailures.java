package io.headwater.fs;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.ManifestKeys;
import java.io.FileNotFoundException;
import org.apache.hadoop.fs.PathIOException;

/** What readers of an object are told when it is not what they began to read. */
final class ReadFailures {
  private final Bucket bucket;

  ReadFailures(Bucket bucket) {
    this.bucket = bucket;
  }

  /** There is no object by the key any more, or never was. */
  FileNotFoundException gone(String key, Exception cause) {
    forget(key);
    FileNotFoundException gone =
        new FileNotFoundException("there is no object " + place(key) + manifestNote(key));
    gone.initCause(cause);
    return gone;
  }

  /** The object is another one than the reader knows. */
  PathIOException replaced(String key, Exception cause) {
    forget(key);
    return new PathIOException(
        place(key),
        "the file was replaced while it was read; read it again from the start" + manifestNote(key),
        cause);
  }

  private void forget(String key) {
    bucket.known().forget(key);
    bucket.opened().forget();
  }

  private String place(String key) {
    return bucket.store().name() + "/" + key;
  }

  /** An entry never changes: who reads it must learn whose word was broken. */
  private String manifestNote(String key) {
    return GovernedName.rootOf(key)
        .map(
            root ->
                ", though the manifest "
                    + place(ManifestKeys.base(root))
                    + " had it as an entry: another job overwrote the dataset meanwhile, or another"
                    + " program changed the object; `headwater verify` tells which entries are broken")
        .orElse("");
  }
}
