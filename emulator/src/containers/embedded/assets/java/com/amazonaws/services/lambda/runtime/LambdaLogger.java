package com.amazonaws.services.lambda.runtime;

import com.amazonaws.services.lambda.runtime.logging.LogLevel;

/** Writes to the function's log: each call is one event. */
public interface LambdaLogger {
  void log(String message);

  void log(byte[] message);

  default void log(String message, LogLevel level) {
    log(message);
  }

  default void log(byte[] message, LogLevel level) {
    log(message);
  }
}
