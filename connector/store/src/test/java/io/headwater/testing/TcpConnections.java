package io.headwater.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Linux's table of sockets. */
public final class TcpConnections {
  /** The state in {@code /proc/net/tcp}. */
  private static final String ESTABLISHED = "01";

  private TcpConnections() {}

  /** The number of connections from clients on this machine to a port. */
  public static int to(int port) throws IOException {
    String suffix = String.format(":%04X", port);
    int open = 0;
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.trim().split(" +");
        open += fields[2].endsWith(suffix) && fields[3].equals(ESTABLISHED) ? 1 : 0;
      }
    }
    return open;
  }
}
