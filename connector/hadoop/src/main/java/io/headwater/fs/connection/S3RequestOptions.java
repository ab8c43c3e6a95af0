package io.headwater.fs.connection;

import io.headwater.fs.config.S3AccessSettings;
import io.headwater.fs.config.S3aSettings;
import io.headwater.fs.config.Settings;
import io.headwater.store.s3.ObjectOptions;
import io.headwater.store.s3.RequestOptions;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.util.StringUtils;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;

/** Reads the additional content of a bucket's requests from Hadoop's configuration. */
final class S3RequestOptions {
  private S3RequestOptions() {}

  static RequestOptions of(Settings settings) throws IOException {
    return new RequestOptions(
        new ObjectOptions(S3Encryption.of(settings), storageClass(settings), acl(settings)),
        settings.isOn(S3AccessSettings.REQUESTER_PAYS_ENABLED),
        settings.text(S3AccessSettings.USER_AGENT_PREFIX),
        untraced(settings));
  }

  /** The attributes that the Referer omits, or empty if there is no Referer. */
  private static Optional<Set<String>> untraced(Settings settings) {
    boolean audited = settings.isOn(S3aSettings.AUDIT_ENABLED);
    boolean isEnabled = settings.flag(S3AccessSettings.AUDIT_REFERRER_ENABLED).orElse(audited);
    Set<String> leftOut =
        settings
            .text(S3AccessSettings.AUDIT_REFERRER_FILTER)
            .map(names -> Set.of(StringUtils.getTrimmedStrings(names)))
            .orElse(Set.of());
    return isEnabled ? Optional.of(leftOut) : Optional.empty();
  }

  /** Any name is allowed, because services other than Amazon have their own classes. */
  private static Optional<String> storageClass(Settings settings) {
    return settings
        .text(S3AccessSettings.CREATE_STORAGE_CLASS)
        .map(name -> name.toUpperCase(Locale.ROOT));
  }

  /** S3A's name, {@code BucketOwnerRead}, or the service's, {@code bucket-owner-read}. */
  private static Optional<String> acl(Settings settings) {
    Optional<Settings.Found> found = settings.find(S3AccessSettings.ACL_DEFAULT);
    Optional<String> name =
        found.map(
            acl -> acl.value().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT));
    if (name.isPresent()
        && ObjectCannedACL.fromValue(name.get()) == ObjectCannedACL.UNKNOWN_TO_SDK_VERSION) {
      throw found.get().isNot("one of " + ObjectCannedACL.knownValues(), null);
    }
    return name;
  }
}
