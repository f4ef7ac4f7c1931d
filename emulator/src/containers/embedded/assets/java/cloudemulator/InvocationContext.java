package cloudemulator;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.util.HashMap;
import java.util.Map;

/** The facts about one invocation in the Runtime API's headers and the environment. */
final class InvocationContext implements Context {
  private final Client.Answer told;

  InvocationContext(Client.Answer told) {
    this.told = told;
  }

  @Override
  public String getAwsRequestId() {
    return told.header("lambda-runtime-aws-request-id");
  }

  @Override
  public String getLogGroupName() {
    return System.getenv("AWS_LAMBDA_LOG_GROUP_NAME");
  }

  @Override
  public String getLogStreamName() {
    return System.getenv("AWS_LAMBDA_LOG_STREAM_NAME");
  }

  @Override
  public String getFunctionName() {
    return System.getenv("AWS_LAMBDA_FUNCTION_NAME");
  }

  @Override
  public String getFunctionVersion() {
    return System.getenv("AWS_LAMBDA_FUNCTION_VERSION");
  }

  @Override
  public String getInvokedFunctionArn() {
    return told.header("lambda-runtime-invoked-function-arn");
  }

  @Override
  public String getTenantId() {
    return told.header("lambda-runtime-aws-tenant-id");
  }

  @Override
  public String getXrayTraceId() {
    return told.header("lambda-runtime-trace-id");
  }

  @Override
  public int getRemainingTimeInMillis() {
    return (int) Math.max(0, Long.parseLong(told.header("lambda-runtime-deadline-ms")) - System.currentTimeMillis());
  }

  @Override
  public int getMemoryLimitInMB() {
    return Integer.parseInt(System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
  }

  @Override
  public LambdaLogger getLogger() {
    return Log.LOGGER;
  }

  @Override
  public CognitoIdentity getIdentity() {
    Map<?, ?> given = objectIn("lambda-runtime-cognito-identity");
    return new CognitoIdentity() {
      @Override
      public String getIdentityId() {
        return text(given, "cognitoIdentityId");
      }

      @Override
      public String getIdentityPoolId() {
        return text(given, "cognitoIdentityPoolId");
      }
    };
  }

  @Override
  public ClientContext getClientContext() {
    Map<?, ?> given = objectIn("lambda-runtime-client-context");
    if (given.isEmpty()) return null;
    Map<?, ?> client = given.get("client") instanceof Map ? (Map<?, ?>) given.get("client") : Map.of();
    return new ClientContext() {
      @Override
      public Map<String, String> getCustom() {
        return texts(given.get("custom"));
      }

      @Override
      public Map<String, String> getEnvironment() {
        return texts(given.get("env"));
      }

      @Override
      public com.amazonaws.services.lambda.runtime.Client getClient() {
        return new Application(client);
      }
    };
  }

  private Map<?, ?> objectIn(String header) {
    String text = told.header(header);
    Object parsed = text == null ? null : Json.parse(text);
    return parsed instanceof Map ? (Map<?, ?>) parsed : Map.of();
  }

  private static String text(Map<?, ?> given, String name) {
    return given.get(name) == null ? null : String.valueOf(given.get(name));
  }

  private static Map<String, String> texts(Object given) {
    Map<String, String> texts = new HashMap<>();
    if (given instanceof Map) ((Map<?, ?>) given).forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
    return texts;
  }

  private static final class Application implements com.amazonaws.services.lambda.runtime.Client {
    private final Map<?, ?> given;

    Application(Map<?, ?> given) {
      this.given = given;
    }

    @Override
    public String getInstallationId() {
      return text(given, "installation_id");
    }

    @Override
    public String getAppTitle() {
      return text(given, "app_title");
    }

    @Override
    public String getAppVersionName() {
      return text(given, "app_version_name");
    }

    @Override
    public String getAppVersionCode() {
      return text(given, "app_version_code");
    }

    @Override
    public String getAppPackageName() {
      return text(given, "app_package_name");
    }
  }
}
