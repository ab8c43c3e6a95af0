package io.headwater.fs.config;

import static io.headwater.fs.config.Setting.Type.CHOICE;
import static io.headwater.fs.config.Setting.Type.COUNT;
import static io.headwater.fs.config.Setting.Type.FILE;
import static io.headwater.fs.config.Setting.Type.FLAG;
import static io.headwater.fs.config.Setting.Type.LIST;
import static io.headwater.fs.config.Setting.Type.SECRET;
import static io.headwater.fs.config.Setting.Type.TEXT;
import static io.headwater.fs.config.Setting.Type.URL;

import java.time.Duration;
import java.util.List;

/** The settings of access to S3, except keys. */
public final class S3AccessSettings {
  public static final Setting ENDPOINT =
      Setting.of(
          URL,
          "s3.endpoint",
          "endpoint",
          "Amazon's",
          "The store's URL. Without a scheme, https is used.");

  public static final Setting REGION =
      Setting.of(
          TEXT,
          "s3.region",
          "endpoint.region",
          "us-east-1",
          "The region for which requests are signed.");

  public static final Setting PATH_STYLE_ACCESS =
      Setting.of(
          FLAG,
          "s3.path.style.access",
          "path.style.access",
          "false for Amazon, else true",
          "The bucket is in the URL's path, not in its host name.");

  public static final Setting ENCRYPTION_ALGORITHM =
      Setting.of(
          CHOICE,
          "s3.encryption.algorithm",
          "encryption.algorithm",
          "",
          "SSE-S3, SSE-KMS, DSSE-KMS or SSE-C.");

  public static final Setting ENCRYPTION_KEY =
      Setting.of(
          SECRET,
          "s3.encryption.key",
          "encryption.key",
          "",
          "The key's ID for KMS, or the key of SSE-C.");

  public static final Setting ENCRYPTION_CONTEXT =
      Setting.of(
          LIST,
          "s3.encryption.context",
          "encryption.context",
          "",
          "The context of KMS, as name=value pairs.");

  public static final Setting REQUESTER_PAYS_ENABLED =
      Setting.of(
          FLAG,
          "s3.requester.pays.enabled",
          "requester.pays.enabled",
          "false",
          "The requester pays for requests and traffic.");

  public static final Setting CREATE_STORAGE_CLASS =
      Setting.of(
          TEXT,
          "s3.create.storage.class",
          "create.storage.class",
          "of the bucket",
          "The storage class of new objects.");

  public static final Setting ACL_DEFAULT =
      Setting.of(
          CHOICE,
          "s3.acl.default",
          "acl.default",
          "of the bucket",
          "The canned ACL of new objects.");

  public static final Setting USER_AGENT_PREFIX =
      Setting.of(
          TEXT,
          "s3.user.agent.prefix",
          "user.agent.prefix",
          "",
          "Text before the SDK's user agent.");

  public static final Setting AUDIT_REFERRER_ENABLED =
      Setting.of(
          FLAG,
          "s3.audit.referrer.enabled",
          "audit.referrer.enabled",
          "true",
          "Requests have a Referer with job and thread.");

  public static final Setting AUDIT_REFERRER_FILTER =
      Setting.of(
          LIST,
          "s3.audit.referrer.filter",
          "audit.referrer.filter",
          "",
          "Attributes that the Referer omits.");

  public static final Setting CONDITIONS_ATOMIC =
      Setting.flag(
          "s3.conditions.atomic",
          "true for Amazon, else found out",
          "Of racing conditional PUTs at most one succeeds.");

  public static final Setting PROXY_HOST =
      Setting.of(
          TEXT,
          "s3.proxy.host",
          "proxy.host",
          "of Java or the environment",
          "The HTTP proxy's host.");

  public static final Setting PROXY_PORT =
      Setting.of(
          COUNT, "s3.proxy.port", "proxy.port", "80, or 443 with TLS", "The HTTP proxy's port.");

  public static final Setting PROXY_USERNAME =
      Setting.of(
          SECRET,
          "s3.proxy.username",
          "proxy.username",
          "",
          "The user of the proxy. Set both or none.");

  public static final Setting PROXY_PASSWORD =
      Setting.of(
          SECRET,
          "s3.proxy.password",
          "proxy.password",
          "",
          "The password for the proxy. Set both or none.");

  public static final Setting PROXY_SSL_ENABLED =
      Setting.of(
          FLAG,
          "s3.proxy.ssl.enabled",
          "proxy.ssl.enabled",
          "false",
          "Connections to the proxy use TLS.");

  public static final Setting CA_FILE =
      Setting.of(FILE, "s3.ca.file", "", "of Java", "Certificates in PEM form to trust.");

  public static final Setting CONNECTION_ESTABLISH_TIMEOUT =
      Setting.time(
          "s3.connection.establish.timeout",
          "connection.establish.timeout",
          Duration.ofSeconds(1),
          Duration.ofHours(1),
          "5s",
          "The limit for opening a connection.");

  public static final Setting CONNECTION_TIMEOUT =
      Setting.time(
          "s3.connection.timeout",
          "connection.timeout",
          Duration.ofSeconds(1),
          Duration.ofHours(1),
          "60s",
          "The limit for a silent connection.");

  public static final Setting CONNECTION_REQUEST_TIMEOUT =
      Setting.time(
          "s3.connection.request.timeout",
          "connection.request.timeout",
          Duration.ZERO,
          Duration.ofHours(24),
          "0s",
          "The limit for a complete request. 0: none.");

  static final List<Setting> ALL =
      List.of(
          ENDPOINT,
          REGION,
          PATH_STYLE_ACCESS,
          ENCRYPTION_ALGORITHM,
          ENCRYPTION_KEY,
          ENCRYPTION_CONTEXT,
          REQUESTER_PAYS_ENABLED,
          CREATE_STORAGE_CLASS,
          ACL_DEFAULT,
          USER_AGENT_PREFIX,
          AUDIT_REFERRER_ENABLED,
          AUDIT_REFERRER_FILTER,
          CONDITIONS_ATOMIC,
          PROXY_HOST,
          PROXY_PORT,
          PROXY_USERNAME,
          PROXY_PASSWORD,
          PROXY_SSL_ENABLED,
          CA_FILE,
          CONNECTION_ESTABLISH_TIMEOUT,
          CONNECTION_TIMEOUT,
          CONNECTION_REQUEST_TIMEOUT);

  private S3AccessSettings() {}
}
