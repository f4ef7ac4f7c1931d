package cloudemulator;

import com.amazonaws.services.lambda.runtime.Context;

/** Handles one invocation. */
interface Handler {
  byte[] call(byte[] event, Context context) throws Throwable;
}
