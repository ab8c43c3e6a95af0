package io.headwater.fs.config;

import java.util.Optional;

/** The check of the tests' class path. It refuses nothing, except while a test sets a reason. */
public final class TestedInstallation implements InstallationCheck {
  static volatile Optional<String> reason = Optional.empty();

  @Override
  public Optional<String> refusal() {
    return reason;
  }
}
