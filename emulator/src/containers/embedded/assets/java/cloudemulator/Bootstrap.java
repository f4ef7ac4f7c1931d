package cloudemulator;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The Java runtime of embedded functions: waits parked, loads the handler, then answers one invocation after the other. */
public final class Bootstrap {
  private static final String RUNTIME = "/2018-06-01/runtime";
  private static final String OWN = Bootstrap.class.getPackageName() + ".";

  private Bootstrap() {}

  public static void main(String[] arguments) throws Exception {
    Client client = new Client(System.getenv("AWS_LAMBDA_RUNTIME_API"));
    client.request("GET", "/_emulator/load", "", null);
    Handler handler = null;
    try {
      handler = Handlers.load(String.valueOf(System.getenv("_HANDLER")));
    } catch (Throwable error) {
      postError(client, RUNTIME + "/init/error", error);
      System.exit(1);
    }
    for (;;) serve(client, handler);
  }

  private static void serve(Client client, Handler handler) {
    Client.Answer told = client.request("GET", RUNTIME + "/invocation/next", "", null);
    Log.requestId = told.header("lambda-runtime-aws-request-id");
    Log.tenantId = told.header("lambda-runtime-aws-tenant-id");
    String traceId = told.header("lambda-runtime-trace-id");
    if (traceId == null) System.clearProperty("com.amazonaws.xray.traceHeader");
    else System.setProperty("com.amazonaws.xray.traceHeader", traceId);
    String path = RUNTIME + "/invocation/" + Log.requestId;
    byte[] body;
    try {
      body = handler.call(told.body, new InvocationContext(told));
    } catch (Throwable error) {
      postError(client, path + "/error", error);
      // The virtual machine itself is damaged: the process ends, as in the cloud.
      if (error instanceof VirtualMachineError) System.exit(1);
      return;
    }
    System.out.flush();
    System.err.flush();
    client.request("POST", path + "/response", "Content-Type: application/json\r\n", body);
  }

  private static void postError(Client client, String path, Throwable error) {
    Map<String, Object> body = bodyOf(error, 0);
    String type = String.valueOf(body.get("errorType"));
    Log.LOGGER.fault(body.get("errorMessage") + ": " + type + (error instanceof Refused ? "" : "\n" + traceOf(error)), body);
    String headers = "Content-Type: application/json\r\nLambda-Runtime-Function-Error-Type: " + type + "\r\n";
    client.request("POST", path, headers, Json.write(body).getBytes(UTF_8));
  }

  private static String traceOf(Throwable error) {
    StringWriter trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  /** The frames of the function, without its callers. */
  private static Map<String, Object> bodyOf(Throwable error, int depth) {
    List<StackTraceElement> frames = new ArrayList<>();
    for (StackTraceElement frame : error.getStackTrace()) {
      if (frame.getClassName().startsWith(OWN)) break;
      frames.add(frame);
    }
    // Removes the frames of reflection between us and the function.
    while (!frames.isEmpty() && frames.get(frames.size() - 1).getClassName().matches("(java\\.lang\\.reflect|jdk\\.internal|java\\.lang\\.invoke)\\..*"))
      frames.remove(frames.size() - 1);
    error.setStackTrace(frames.toArray(new StackTraceElement[0]));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("errorMessage", error.getLocalizedMessage() == null ? error.getClass().getName() : error.getLocalizedMessage());
    body.put("errorType", error instanceof Refused ? ((Refused) error).type : error.getClass().getName());
    List<String> lines = new ArrayList<>();
    for (StackTraceElement frame : frames) lines.add(frame.toString());
    body.put("stackTrace", lines);
    if (error.getCause() != null && depth < 16) body.put("cause", bodyOf(error.getCause(), depth + 1));
    return body;
  }
}
