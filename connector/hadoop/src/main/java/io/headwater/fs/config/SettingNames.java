package io.headwater.fs.config;

import java.util.Set;
import java.util.stream.Stream;

/** The full names of a bucket's settings, in the order of their precedence. */
final class SettingNames {
  static final String OURS = "fs.headwater.";
  private static final String S3A = "fs.s3a.";

  /** Settings with the same name in Stocator and S3A. */
  private static final Set<Setting> STOCATORS =
      Set.of(
          S3AccessSettings.ENDPOINT,
          S3CredentialSettings.ACCESS_KEY,
          S3CredentialSettings.SECRET_KEY);

  private final BucketName bucket;

  SettingNames(BucketName bucket) {
    this.bucket = bucket;
  }

  /** All names of a setting. */
  Stream<String> of(Setting setting) {
    String name = setting.name();
    assert name.isEmpty() || KnownSettings.isKnown(name) : name + " is not in KnownSettings";
    if (isOfStocator(setting)) {
      return Stream.of(ofBucket(OURS, name), stocators(setting), OURS + name);
    }
    boolean hasS3aName = bucket.api() == BucketName.Api.S3 && !isStocators();
    return hasS3aName
        ? Stream.concat(ofOurs(setting), withPrefix(S3A, setting.s3aName()))
        : ofOurs(setting);
  }

  /** Its Headwater names. */
  Stream<String> ofOurs(Setting setting) {
    return withPrefix(OURS, setting.name());
  }

  /** The name for this bucket's scheme, for messages. */
  String forMessage(Setting setting) {
    return isOfStocator(setting) ? stocators(setting) : OURS + setting.name();
  }

  private boolean isStocators() {
    return bucket.api() == BucketName.Api.S3 && bucket.service().isPresent();
  }

  private boolean isOfStocator(Setting setting) {
    return isStocators() && STOCATORS.contains(setting);
  }

  private Stream<String> withPrefix(String prefix, String name) {
    return name.isEmpty() ? Stream.empty() : Stream.of(ofBucket(prefix, name), prefix + name);
  }

  private String ofBucket(String prefix, String name) {
    return prefix + "bucket." + bucket.bucket() + "." + name;
  }

  private String stocators(Setting setting) {
    return "fs.cos." + bucket.service().orElseThrow() + "." + setting.s3aName();
  }
}
