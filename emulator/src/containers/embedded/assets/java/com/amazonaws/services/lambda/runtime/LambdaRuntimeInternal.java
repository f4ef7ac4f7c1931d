package com.amazonaws.services.lambda.runtime;

/** Appenders of logging libraries report their presence here. */
public final class LambdaRuntimeInternal {
  private static boolean useLog4jAppender;

  private LambdaRuntimeInternal() {}

  public static void setUseLog4jAppender(boolean use) {
    useLog4jAppender = use;
  }

  public static boolean getUseLog4jAppender() {
    return useLog4jAppender;
  }
}
