package com.amazonaws.services.lambda.runtime.logging;

public enum LogLevel {
  UNDEFINED,
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR,
  FATAL;

  public static LogLevel fromString(String name) {
    for (LogLevel level : values()) if (level.name().equalsIgnoreCase(name)) return level;
    throw new IllegalArgumentException("Invalid log level: '" + name + "'");
  }
}
