package com.amazonaws.services.lambda.runtime;

/** The log, for who has no context at hand. */
public final class LambdaRuntime {
  private LambdaRuntime() {}

  public static LambdaLogger getLogger() {
    return cloudemulator.Log.LOGGER;
  }
}
