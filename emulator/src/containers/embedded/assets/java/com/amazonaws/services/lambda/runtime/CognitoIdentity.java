package com.amazonaws.services.lambda.runtime;

/** The identity of who invoked the function through a mobile SDK. */
public interface CognitoIdentity {
  String getIdentityId();

  String getIdentityPoolId();
}
