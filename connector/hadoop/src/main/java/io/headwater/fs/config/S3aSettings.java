package io.headwater.fs.config;

import static io.headwater.fs.config.Setting.Type.FLAG;
import static io.headwater.fs.config.Setting.Type.SECRET;
import static io.headwater.fs.config.Setting.Type.TEXT;

import java.util.List;

/** Settings of S3A that have no Headwater name. */
public final class S3aSettings {
  public static final Setting CONNECTION_SSL_ENABLED =
      of(FLAG, "connection.ssl.enabled", "true", "An endpoint without a scheme is https.");

  public static final Setting AUDIT_ENABLED =
      of(FLAG, "audit.enabled", "true", "The default of audit.referrer.enabled.");

  public static final Setting SERVER_SIDE_ENCRYPTION_ALGORITHM =
      of(TEXT, "server-side-encryption-algorithm", "", "Older name of encryption.algorithm.");

  public static final Setting SERVER_SIDE_ENCRYPTION_KEY =
      of(SECRET, "server-side-encryption.key", "", "Older name of encryption.key.");

  /**
   * Settings that Headwater does not support, and that change what is written, where, or who may
   * read it. A job that relies on one must not run without it. The default changes nothing. The
   * description is advice for the user.
   */
  public static final List<Setting> REFUSED =
      List.of(
          of(TEXT, "accesspoint.arn", "", "use the access point's alias as the bucket's name"),
          of(FLAG, "accesspoint.required", "false", "access points are not supported"),
          of(FLAG, "access.grants.enabled", "false", "S3 Access Grants are not supported"),
          of(
              TEXT,
              "delegation.token.binding",
              "",
              "delegation tokens are not supported; use roles instead"),
          of(
              FLAG,
              "endpoint.fips",
              "false",
              "set fs.headwater.s3.endpoint to the FIPS endpoint's URL"),
          of(TEXT, "object.content.encoding", "", "the header would be missing"),
          of(
              TEXT,
              "s3.client.factory.impl",
              "org.apache.hadoop.fs.s3a.DefaultS3ClientFactory",
              "no other client is used"));

  private S3aSettings() {}

  private static Setting of(Setting.Type type, String s3aName, String unset, String description) {
    return Setting.of(type, "", s3aName, unset, description);
  }
}
