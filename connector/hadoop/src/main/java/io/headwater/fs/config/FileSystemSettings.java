package io.headwater.fs.config;

import static io.headwater.fs.config.Setting.Type.CHOICE;
import static io.headwater.fs.config.Setting.Type.FILE;

import io.headwater.store.MultipartUploads;
import io.headwater.store.retry.RetryPolicy;
import io.headwater.store.s3.S3Network;
import io.headwater.store.upload.UploadSettings;
import java.time.Duration;
import java.util.List;

/** The settings that do not depend on the store's API. */
public final class FileSystemSettings {
  public static final Setting COMMIT_MANIFEST =
      Setting.flag("commit.manifest", "true", "Spark's DataFrames are committed by manifest.");

  public static final Setting COMMIT_VISIBILITY =
      Setting.of(
          CHOICE,
          "commit.visibility",
          "",
          "task",
          "When parts become objects: at the commit of `task` or `job`.");

  static final Setting CLAIM_LEASE =
      Setting.time(
          "claim.lease",
          "",
          Duration.ofSeconds(2),
          Duration.ofMinutes(10),
          "90s",
          "How long a dead writer's claim delays others.");

  static final Setting LIST_CONSISTENT =
      Setting.flag("list.consistent", "true", "Listings show every acknowledged object.");

  public static final Setting LIST_MANIFEST =
      Setting.flag("list.manifest", "false", "Datasets are listed from their manifests alone.");

  public static final Setting BLOCK_SIZE =
      Setting.size("block.size", 1, Long.MAX_VALUE, "128m", "The block size that files report.");

  public static final Setting CONNECTIONS_MAX =
      Setting.count(
          "connections.max",
          "connection.maximum",
          S3Network.DEFAULT.maxConnections(),
          "Open connections of a process to a store.");

  public static final Setting REQUESTS_MAX =
      Setting.count("requests.max", "", 64, "Requests of a bucket in progress at once.");

  public static final Setting WORKERS =
      Setting.count("workers", "", 32, "Threads for copies, vectored reads and publishing.");

  public static final Setting RETRY_ATTEMPTS =
      Setting.count(
          "retry.attempts",
          "",
          RetryPolicy.REQUEST.attempts(),
          "How often a request is sent that fails for a temporary cause.");

  public static final Setting UPLOAD_POLICY =
      Setting.of(
          CHOICE,
          "upload.policy",
          "",
          "stream",
          "`stream` sends bytes as they are written, `buffer` keeps them.");

  public static final Setting UPLOAD_WHOLE_SIZE =
      Setting.size(
          "upload.whole.size",
          0,
          UploadSettings.MAXIMUM_LENGTH,
          "32m",
          "Files up to this length are one PUT.");

  public static final Setting UPLOAD_PART_SIZE =
      Setting.size(
          "upload.part.size",
          MultipartUploads.MINIMUM_PART_LENGTH,
          UploadSettings.MAXIMUM_LENGTH,
          "8m",
          "The length of a file's first 16 parts.");

  public static final Setting UPLOAD_MEMORY =
      Setting.size(
          "upload.memory", 0, UploadSettings.MAXIMUM_MEMORY, "64m", "Memory for unsent bytes.");

  public static final Setting UPLOAD_BUFFER_DIR =
      Setting.of(
          FILE,
          "upload.buffer.dir",
          "",
          "`${hadoop.tmp.dir}/headwater`",
          "The local folder for unsent bytes beyond the memory.");

  public static final Setting UPLOAD_THREADS =
      Setting.count("upload.threads", "", 16, "Parts in progress at once, of all streams.");

  public static final Setting STORLETS =
      Setting.flag("storlets", "true", "Headwater may check whether the store runs storlets.");

  static final List<Setting> ALL =
      List.of(
          COMMIT_MANIFEST,
          COMMIT_VISIBILITY,
          CLAIM_LEASE,
          LIST_CONSISTENT,
          LIST_MANIFEST,
          BLOCK_SIZE,
          CONNECTIONS_MAX,
          REQUESTS_MAX,
          WORKERS,
          RETRY_ATTEMPTS,
          UPLOAD_POLICY,
          UPLOAD_WHOLE_SIZE,
          UPLOAD_PART_SIZE,
          UPLOAD_MEMORY,
          UPLOAD_BUFFER_DIR,
          UPLOAD_THREADS,
          STORLETS);

  private FileSystemSettings() {}
}
