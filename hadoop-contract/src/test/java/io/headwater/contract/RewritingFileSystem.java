package io.headwater.contract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** Appends by writing the complete object again, the only way to change an object. */
final class RewritingFileSystem extends FilterFileSystem {
  RewritingFileSystem(FileSystem inner) {
    super(inner);
  }

  @Override
  public FSDataOutputStreamBuilder<?, ?> appendFile(Path path) {
    return createDataOutputStreamBuilder(this, path).append();
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (FSDataInputStream old = fs.open(path)) {
      old.transferTo(content);
    }
    OutputStream rewrite = fs.create(path, true);
    content.writeTo(rewrite);
    return new FSDataOutputStream(rewrite, null);
  }
}
