package io.headwater.store.upload;

import java.io.IOException;
import java.nio.file.Path;

/** The local folder for unsent data is full, missing or not writable. */
public final class BufferFolderException extends IOException {
  private static final long serialVersionUID = 1L;

  BufferFolderException(Path folder, IOException cause) {
    super(
        "cannot keep unsent data in the buffer folder "
            + folder
            + " ("
            + cause.getMessage()
            + "): free space there, or set fs.headwater.upload.buffer.dir to a larger disk, or raise"
            + " fs.headwater.upload.memory",
        cause);
  }
}
