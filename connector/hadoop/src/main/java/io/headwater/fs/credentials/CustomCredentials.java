package io.headwater.fs.credentials;

import io.headwater.fs.config.Settings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * A user's provider of keys, written for the AWS SDK. The bundle relocates the SDK's classes, so a
 * class that implements the SDK's interface does not implement ours. Its methods are therefore
 * called by name.
 */
final class CustomCredentials implements AwsCredentialsProvider {
  private final Object provider;
  private final Method resolve;

  private CustomCredentials(Object provider) throws NoSuchMethodException {
    this.provider = provider;
    this.resolve = method(provider, "resolveCredentials");
  }

  /**
   * Creates a provider like S3A: by a constructor with {@code (URI, Configuration)} or {@code
   * (Configuration)}, by a static {@code create()}, or by a constructor without parameters.
   */
  static AwsCredentialsProvider of(
      Settings.Found setting, String className, URI root, Configuration configuration) {
    try {
      Object made = made(configuration.getClassByName(className), root, configuration);
      return new CustomCredentials(made);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          setting.name()
              + " names "
              + className
              + ", which is not a known provider and not on the class path",
          e);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          setting.name()
              + " names "
              + className
              + ", which has no resolveCredentials() or no usable constructor: "
              + e.getMessage(),
          e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          setting.name() + " names " + className + ", which failed: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          setting.name() + " names " + className + ", which cannot be instantiated: " + e, e);
    }
  }

  private static Object made(Class<?> type, URI root, Configuration configuration)
      throws ReflectiveOperationException {
    try {
      return type.getConstructor(URI.class, Configuration.class).newInstance(root, configuration);
    } catch (NoSuchMethodException e) {
      // Try the next way.
    }
    try {
      return type.getConstructor(Configuration.class).newInstance(configuration);
    } catch (NoSuchMethodException e) {
      // Try the next way.
    }
    try {
      return type.getMethod("create").invoke(null);
    } catch (NoSuchMethodException e) {
      return type.getConstructor().newInstance();
    }
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      Object keys = resolve.invoke(provider);
      String access = text(keys, "accessKeyId");
      String secret = text(keys, "secretAccessKey");
      return hasMethod(keys, "sessionToken")
          ? AwsSessionCredentials.create(access, secret, text(keys, "sessionToken"))
          : AwsBasicCredentials.create(access, secret);
    } catch (InvocationTargetException e) {
      throw SdkClientException.create(this + " failed: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw SdkClientException.create(this + " gave no keys: " + e, e);
    }
  }

  private static String text(Object keys, String name) throws ReflectiveOperationException {
    return (String) method(keys, name).invoke(keys);
  }

  private static boolean hasMethod(Object object, String name) {
    try {
      object.getClass().getMethod(name);
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** Also finds methods of a class that is not public. */
  private static Method method(Object object, String name) throws NoSuchMethodException {
    Method method = object.getClass().getMethod(name);
    method.setAccessible(true);
    return method;
  }

  @Override
  public String toString() {
    return "credentials provider " + provider.getClass().getName();
  }
}
