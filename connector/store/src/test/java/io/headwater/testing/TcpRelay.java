package io.headwater.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards bytes between clients and a server, and counts the clients' concurrent connections. */
public final class TcpRelay implements AutoCloseable {
  private final URI server;
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger most = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private boolean paused;

  /** A relay to the host and port of a URL. */
  public TcpRelay(URI server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    threads.submit(this::accept);
  }

  /** The same URL, through the relay. */
  public URI through(URI url) {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + url.getRawPath());
  }

  /** The number of open client connections. */
  public int open() throws IOException {
    return TcpConnections.to(listener.getLocalPort());
  }

  /** The highest number of client connections when a client opened another. */
  public int most() {
    return most.get();
  }

  /** Breaks the open connections. */
  public void cut() throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
  }

  /** Stops forwarding bytes in both directions. */
  public synchronized void pause() {
    paused = true;
  }

  /** Forwards bytes again. */
  public synchronized void resume() {
    paused = false;
    notifyAll();
  }

  private synchronized void awaitResumed() throws InterruptedException {
    while (paused) {
      wait();
    }
  }

  private Void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      most.accumulateAndGet(open(), Math::max);
      Socket upstream = new Socket(server.getHost(), server.getPort());
      sockets.addAll(List.of(client, upstream));
      threads.submit(() -> pass(client, upstream));
      threads.submit(() -> pass(upstream, client));
    }
  }

  /** Forwards until one side closes, then closes the other. */
  private Void pass(Socket from, Socket to) throws IOException, InterruptedException {
    byte[] buffer = new byte[8 << 10];
    try (from;
        to) {
      for (int read = 0; read >= 0; read = from.getInputStream().read(buffer)) {
        awaitResumed();
        to.getOutputStream().write(buffer, 0, read);
      }
    }
    return null;
  }

  /** Its connections end with its clients' connections. */
  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdown();
  }
}
