package com.amazonaws.services.lambda.runtime.logging;

public enum LogFormat {
  JSON,
  TEXT;

  public static LogFormat fromString(String name) {
    return "JSON".equalsIgnoreCase(name) ? JSON : TEXT;
  }
}
