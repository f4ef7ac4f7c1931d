package com.amazonaws.services.lambda.runtime;

/** One invocation, as the function sees it. */
public interface Context {
  String getAwsRequestId();

  String getLogGroupName();

  String getLogStreamName();

  String getFunctionName();

  String getFunctionVersion();

  String getInvokedFunctionArn();

  CognitoIdentity getIdentity();

  ClientContext getClientContext();

  int getRemainingTimeInMillis();

  int getMemoryLimitInMB();

  LambdaLogger getLogger();

  default String getTenantId() {
    return null;
  }

  default String getXrayTraceId() {
    return null;
  }
}
