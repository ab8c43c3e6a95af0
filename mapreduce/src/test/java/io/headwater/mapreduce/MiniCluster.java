package io.headwater.mapreduce;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A YARN cluster of one node in this process, with a job history server. Its own servers use free
 * loopback ports. The application master and the shuffle use a free port of every interface, which
 * Hadoop does not let us change.
 */
final class MiniCluster implements AutoCloseable {
  private static final String FREE_PORT = "127.0.0.1:0";
  private static final String SHORT_LIVED_JVM = "-Xmx256m -XX:TieredStopAtLevel=1";

  private final MiniMRYarnCluster cluster = new MiniMRYarnCluster("yarn", 1);

  private MiniCluster() {}

  /** Starts a cluster. {@code temporary} is for Hadoop's temporary files. */
  static MiniCluster start(Path temporary) throws IOException {
    YarnConfiguration settings = new YarnConfiguration();
    settings.set("hadoop.tmp.dir", temporary.toString());
    bindToLoopback(settings);
    beQuick(settings);
    // A developer's disk is often fuller than 90 %, at which YARN stops using it.
    settings.setBoolean("yarn.nodemanager.disk-health-checker.enable", false);
    settings.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    // A task sets the client's working directory to that of its default file system, here the local
    // one. TeraSort's tasks look for the partition file in their own directory, by another
    // instance.
    settings.setBoolean("fs.file.impl.disable.cache", true);
    MiniCluster started = new MiniCluster();
    Thread current = Thread.currentThread();
    ClassLoader loader = current.getContextClassLoader();
    current.setContextClassLoader(site(temporary, loader));
    try {
      started.cluster.init(settings);
      started.cluster.start();
    } finally {
      current.setContextClassLoader(loader);
    }
    return started;
  }

  /**
   * A class path with a core-site.xml that has the stores' keys. Node managers fetch the files of
   * jobs, with the settings that they find there.
   */
  private static ClassLoader site(Path temporary, ClassLoader parent) throws IOException {
    Configuration settings = new Configuration(false);
    for (Scheme each : Scheme.values()) {
      each.configure(settings);
    }
    Path folder = Files.createDirectory(temporary.resolve("site"));
    try (OutputStream file = Files.newOutputStream(folder.resolve("core-site.xml"))) {
      settings.writeXml(file);
    }
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent);
  }

  private static void bindToLoopback(Configuration settings) {
    settings.setBoolean("yarn.minicluster.fixed.ports", true);
    settings.setBoolean("mapreduce.jobhistory.minicluster.fixed.ports", true);
    for (String service :
        new String[] {
          "yarn.resourcemanager.address",
          "yarn.resourcemanager.admin.address",
          "yarn.resourcemanager.scheduler.address",
          "yarn.resourcemanager.resource-tracker.address",
          "yarn.resourcemanager.webapp.address",
          "yarn.nodemanager.address",
          "yarn.nodemanager.localizer.address",
          "yarn.nodemanager.collector-service.address",
          "yarn.nodemanager.webapp.address",
          "mapreduce.jobhistory.address",
          "mapreduce.jobhistory.admin.address",
          "mapreduce.jobhistory.webapp.address"
        }) {
      settings.set(service, FREE_PORT);
    }
  }

  /** Small processes that start fast, without pauses between them. */
  private static void beQuick(Configuration settings) {
    settings.setInt("yarn.scheduler.minimum-allocation-mb", 512);
    for (String who :
        new String[] {
          "yarn.app.mapreduce.am.resource.mb",
          "mapreduce.map.memory.mb",
          "mapreduce.reduce.memory.mb"
        }) {
      settings.setInt(who, 512);
    }
    settings.set("yarn.app.mapreduce.am.command-opts", SHORT_LIVED_JVM);
    settings.set("mapred.child.java.opts", SHORT_LIVED_JVM);
    settings.setInt("mapreduce.task.io.sort.mb", 16);
    // An application master outlives its job. The next job need not wait for its memory.
    settings.setFloat("yarn.scheduler.capacity.maximum-am-resource-percent", 1);
    for (String interval :
        new String[] {
          "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
          "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
          "mapreduce.client.progressmonitor.pollinterval",
          "mapreduce.client.completion.pollinterval"
        }) {
      settings.setInt(interval, 100);
    }
  }

  /** The settings of clients. */
  Configuration settings() {
    return new Configuration(cluster.getConfig());
  }

  @Override
  public void close() {
    cluster.stop();
  }
}
