package io.headwater.mapreduce;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A YARN cluster of one node in this process, with a job history server. What it serves itself is
 * on free loopback ports; a job's master and the shuffle take a free port of every interface, which
 * Hadoop leaves no choice about.
 */
final class MiniCluster implements AutoCloseable {
  private static final String FREE_PORT = "127.0.0.1:0";
  private static final String SHORT_LIVED_JVM = "-Xmx256m -XX:TieredStopAtLevel=1";

  private final MiniMRYarnCluster cluster = new MiniMRYarnCluster("yarn", 1);

  private MiniCluster() {}

  /** Starts one; {@code temporary} is for Hadoop's temporary files. */
  static MiniCluster start(Path temporary) {
    YarnConfiguration settings = new YarnConfiguration();
    settings.set("hadoop.tmp.dir", temporary.toString());
    bindToLoopback(settings);
    beQuick(settings);
    // A developer's disk is often fuller than the 90 % at which YARN gives it up.
    settings.setBoolean("yarn.nodemanager.disk-health-checker.enable", false);
    // A task makes the client's working directory that of its default file system, here the local
    // one; TeraSort's look for the partition file in their own, by another instance.
    settings.setBoolean("fs.file.impl.disable.cache", true);
    MiniCluster started = new MiniCluster();
    started.cluster.init(settings);
    started.cluster.start();
    return started;
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

  /** Small processes that start fast, and no second lost between two of them. */
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
    // A job's master lingers after its job; the next job's need not wait for its memory.
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

  /** The settings of its clients. */
  Configuration settings() {
    return new Configuration(cluster.getConfig());
  }

  @Override
  public void close() {
    cluster.stop();
  }
}
