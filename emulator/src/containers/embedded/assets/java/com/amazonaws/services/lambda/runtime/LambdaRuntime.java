package com.amazonaws.services.lambda.runtime;

/** The log, for code that has no context. */
public final class LambdaRuntime {
  private LambdaRuntime() {}

  public static LambdaLogger getLogger() {
    return cloudemulator.Log.LOGGER;
  }
}
