package com.amazonaws.services.lambda.runtime;

/** The application on a device that invoked the function. */
public interface Client {
  String getInstallationId();

  String getAppTitle();

  String getAppVersionName();

  String getAppVersionCode();

  String getAppPackageName();
}
