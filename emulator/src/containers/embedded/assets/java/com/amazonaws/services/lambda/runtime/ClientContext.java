package com.amazonaws.services.lambda.runtime;

import java.util.Map;

/** What the caller says about itself. */
public interface ClientContext {
  Client getClient();

  Map<String, String> getCustom();

  Map<String, String> getEnvironment();
}
