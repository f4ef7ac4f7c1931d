package cloudemulator;

import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The function's log: frames on the telemetry descriptor, so that a record of many lines stays one event; otherwise lines on stdout. */
public final class Log implements LambdaLogger {
  public static final Log LOGGER = new Log();
  static final boolean JSON_FORMAT = "JSON".equalsIgnoreCase(System.getenv("AWS_LAMBDA_LOG_FORMAT"));
  private static final int TEXT = 0xa55a0003;
  private static final int JSON = 0xa55a0002;

  /** The current invocation of log records, and its tenant. */
  static String requestId;
  static String tenantId;

  private final FileOutputStream sink = open(System.getenv("_LAMBDA_TELEMETRY_LOG_FD"));
  private final int least = levelOf(System.getenv("AWS_LAMBDA_LOG_LEVEL"));

  private Log() {}

  private static int levelOf(String name) {
    if (!"JSON".equalsIgnoreCase(System.getenv("AWS_LAMBDA_LOG_FORMAT"))) return 0;
    for (LogLevel level : LogLevel.values()) if (level.name().equalsIgnoreCase(name)) return level.ordinal();
    return 0;
  }

  private static FileOutputStream open(String descriptor) {
    if (descriptor == null) return null;
    try {
      Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
      constructor.setAccessible(true);
      return new FileOutputStream(constructor.newInstance(Integer.parseInt(descriptor)));
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return null;
    }
  }

  @Override
  public void log(String message) {
    log(message, LogLevel.UNDEFINED);
  }

  @Override
  public void log(byte[] message) {
    frame(message, LogLevel.UNDEFINED, false);
  }

  @Override
  public void log(byte[] message, LogLevel level) {
    if (level == LogLevel.UNDEFINED || level.ordinal() >= least) frame(message, level, false);
  }

  @Override
  public void log(String message, LogLevel level) {
    if (level != LogLevel.UNDEFINED && level.ordinal() < least) return;
    if (!JSON_FORMAT) {
      String name = level == LogLevel.UNDEFINED ? "" : "[" + level + "] ";
      frame((name + message).getBytes(UTF_8), level, false);
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("timestamp", Instant.now().toString());
    if (level != LogLevel.UNDEFINED) line.put("level", level.name());
    line.put("message", message);
    if (requestId != null) line.put("AWSRequestId", requestId);
    if (tenantId != null) line.put("tenantId", tenantId);
    frame(Json.write(line).getBytes(UTF_8), level, true);
  }

  /** Logs a failure of the function. */
  void fault(String text, Map<String, Object> body) {
    if (!JSON_FORMAT) {
      frame(text.getBytes(UTF_8), LogLevel.ERROR, false);
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("timestamp", Instant.now().toString());
    line.put("level", "ERROR");
    if (requestId != null) line.put("AWSRequestId", requestId);
    if (tenantId != null) line.put("tenantId", tenantId);
    line.putAll(body);
    frame(Json.write(line).getBytes(UTF_8), LogLevel.ERROR, true);
  }

  private synchronized void frame(byte[] message, LogLevel level, boolean json) {
    try {
      if (sink == null) {
        System.out.write(message);
        System.out.println();
        return;
      }
      Instant now = Instant.now();
      ByteBuffer frame = ByteBuffer.allocate(16 + message.length);
      frame.putInt((json ? JSON : TEXT) | (level.ordinal() << 2)).putInt(message.length);
      frame.putLong(now.getEpochSecond() * 1_000_000 + now.getNano() / 1000).put(message);
      sink.write(frame.array());
    } catch (IOException gone) {
      // The reader of the log is gone.
    }
  }
}
