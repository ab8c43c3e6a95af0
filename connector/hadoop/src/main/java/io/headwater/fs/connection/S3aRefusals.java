package io.headwater.fs.connection;

import io.headwater.fs.config.Settings;
import java.util.List;

/**
 * S3A settings that Headwater does not support, and that change what is written, where, or who may
 * read it. A job that relies on one must not run without it.
 */
final class S3aRefusals {
  /** A setting, and the value with which it changes nothing. */
  private record Refusal(String name, String harmless, String advice) {}

  private static final List<Refusal> ALL =
      List.of(
          new Refusal("accesspoint.arn", "", "use the access point's alias as the bucket's name"),
          new Refusal("accesspoint.required", "false", "access points are not supported"),
          new Refusal("access.grants.enabled", "false", "S3 Access Grants are not supported"),
          new Refusal(
              "delegation.token.binding",
              "",
              "delegation tokens are not supported; use roles instead"),
          new Refusal(
              "endpoint.fips", "false", "set fs.headwater.s3.endpoint to the FIPS endpoint's URL"),
          new Refusal("object.content.encoding", "", "the header would be missing"),
          new Refusal(
              "s3.client.factory.impl",
              "org.apache.hadoop.fs.s3a.DefaultS3ClientFactory",
              "no other client is used"));

  private S3aRefusals() {}

  /** Refuses settings with other values. */
  static void check(Settings settings) {
    for (Refusal each : ALL) {
      settings
          .findOfS3a(each.name())
          .filter(found -> !found.value().equalsIgnoreCase(each.harmless()))
          .ifPresent(
              found -> {
                throw new IllegalArgumentException(
                    found.name() + " is set, which Headwater does not support: " + each.advice());
              });
    }
  }
}
