package io.headwater.fs;

import io.headwater.testing.RecordedS3;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/** The requests that a user's settings cause, together with Hadoop's defaults. */
public final class OverWire implements AutoCloseable {
  private final RecordedS3 server;
  private final Configuration configuration = new Configuration();

  public OverWire() throws IOException {
    this(new RecordedS3());
  }

  public OverWire(RecordedS3 server) {
    this.server = server;
    configuration.set("fs.headwater.s3.endpoint", server.endpoint().toString());
    configuration.set("fs.s3a.access.key", "key");
    configuration.set("fs.s3a.secret.key", "secret");
  }

  public OverWire with(String name, String value) {
    configuration.set(name, value);
    return this;
  }

  public Configuration configuration() {
    return configuration;
  }

  public HeadwaterFileSystem open() throws IOException {
    HeadwaterFileSystem fileSystem = new HeadwaterFileSystem();
    fileSystem.initialize(URI.create("s3://bucket"), configuration);
    return fileSystem;
  }

  /** Lists, writes and reads a file. */
  public OverWire use() throws IOException {
    try (HeadwaterFileSystem fileSystem = open()) {
      Path file = new Path("s3://bucket/file");
      fileSystem.listStatus(new Path("s3://bucket/"));
      try (FSDataOutputStream out = fileSystem.create(file)) {
        out.write(RecordedS3.CONTENT);
      }
      try (FSDataInputStream in = fileSystem.open(file)) {
        in.readAllBytes();
      }
    }
    return this;
  }

  public RecordedS3 server() {
    return server;
  }

  /** The values of a header in all requests of a kind, or "" for requests without it. */
  public List<String> header(String kind, String header) {
    return server.requests(kind).stream().map(each -> each.header(header).orElse("")).toList();
  }

  /** The value of a header in the first request of a kind. */
  public String first(String kind, String header) {
    return header(kind, header).get(0);
  }

  @Override
  public void close() {
    server.close();
  }
}
