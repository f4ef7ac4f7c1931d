package com.amazonaws.services.lambda.runtime;

/** The identity of a caller that invoked the function through a mobile SDK. */
public interface CognitoIdentity {
  String getIdentityId();

  String getIdentityPoolId();
}
