package com.amazonaws.services.lambda.runtime;

import java.util.Map;

/** The facts that the caller provides about itself. */
public interface ClientContext {
  Client getClient();

  Map<String, String> getCustom();

  Map<String, String> getEnvironment();
}
