package io.headwater.store.storlet;

import java.util.List;

/**
 * A storlet of a call, with its parameters.
 *
 * @param storlet its name in the account's container {@code storlet}
 * @param parameters in the order the storlet receives them; values of a repeated name are joined
 */
public record StorletStage(String storlet, List<Parameter> parameters) {
  public StorletStage {
    parameters = List.copyOf(parameters);
  }

  /** A parameter, whose value may be longer than a header. */
  public record Parameter(String name, String value) {}
}
