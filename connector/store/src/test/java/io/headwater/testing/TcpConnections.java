package io.headwater.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Linux's table of sockets. */
public final class TcpConnections {
  /** The state in {@code /proc/net/tcp}. */
  private static final String ESTABLISHED = "01";

  private TcpConnections() {}

  /**
   * The number of connections from clients on this machine to a port. The table may change while it
   * is read. The connections in two successive readings existed at the same time.
   */
  public static int to(int port) throws IOException {
    Set<String> open = clients(port);
    open.retainAll(clients(port));
    return open.size();
  }

  /** The clients' addresses. */
  private static Set<String> clients(int port) throws IOException {
    String suffix = String.format(":%04X", port);
    Set<String> clients = new HashSet<>();
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.trim().split(" +");
        if (fields[2].endsWith(suffix) && fields[3].equals(ESTABLISHED)) {
          clients.add(fields[1]);
        }
      }
    }
    return clients;
  }
}
