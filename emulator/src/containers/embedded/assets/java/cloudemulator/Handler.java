package cloudemulator;

import com.amazonaws.services.lambda.runtime.Context;

/** What an invocation is handed to. */
interface Handler {
  byte[] call(byte[] event, Context context) throws Throwable;
}
