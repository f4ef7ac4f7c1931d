package cloudemulator;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;

/** Finds the handler for `package.Class` or `package.Class::method`. */
final class Handlers {
  private Handlers() {}

  static Handler load(String text) throws Throwable {
    int colons = text.lastIndexOf("::");
    String name = colons < 0 ? text : text.substring(0, colons);
    String method = colons < 0 ? null : text.substring(colons + 2);
    if (name.isEmpty() || (method != null && method.isEmpty()))
      throw new Refused("java.lang.Exception", "Invalid handler: `" + text + "'");
    Class<?> type = classOf(name);
    if (method == null || (method.equals("handleRequest") && implementing(type))) return ofInterface(type);
    return ofMethod(type, best(type, method));
  }

  private static Class<?> classOf(String name) throws Throwable {
    try {
      return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new Refused("java.lang.ClassNotFoundException", "Class not found: " + name);
    } catch (ExceptionInInitializerError failed) {
      throw failed.getCause() == null ? failed : failed.getCause();
    } catch (LinkageError failed) {
      throw new Refused(failed.getClass().getName(), "Error loading class " + name + ": " + failed.getMessage());
    }
  }

  private static boolean implementing(Class<?> type) {
    return RequestHandler.class.isAssignableFrom(type) || RequestStreamHandler.class.isAssignableFrom(type);
  }

  @SuppressWarnings("unchecked")
  private static Handler ofInterface(Class<?> type) throws Throwable {
    if (RequestStreamHandler.class.isAssignableFrom(type)) {
      RequestStreamHandler target = (RequestStreamHandler) instance(type);
      return (event, context) -> {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        target.handleRequest(new ByteArrayInputStream(event), output, context);
        return output.toByteArray();
      };
    }
    if (!RequestHandler.class.isAssignableFrom(type))
      throw new Refused("java.lang.Exception", "Class does not implement an appropriate handler interface: " + type.getName());
    Type[] types = Generics.argumentsOf(type, RequestHandler.class);
    if (types == null)
      throw new Refused("java.lang.Exception", "Class " + type.getName() + " does not implement RequestHandler with concrete type parameters");
    RequestHandler<Object, Object> target = (RequestHandler<Object, Object>) instance(type);
    return (event, context) -> Values.write(target.handleRequest(Values.read(event, types[0]), context), types[1]);
  }

  /** Prefers methods that are not bridges, then the one with the most parameters, where the context counts twice. */
  private static Method best(Class<?> type, String name) {
    Method best = null;
    for (Method method : type.getMethods()) {
      if (!method.getName().equals(name) || method.isBridge() || !fits(method.getParameterTypes())) continue;
      if (best == null || weight(method) > weight(best)) best = method;
    }
    if (best != null) return best;
    throw new Refused(
        "java.lang.NoSuchMethodException", "No public method named " + name + " with appropriate method signature found on class " + type.getName());
  }

  private static boolean fits(Class<?>[] parameters) {
    int plain = parameters.length - (endsWithContext(parameters) ? 1 : 0);
    return plain < 2 || (plain == 2 && parameters[0] == InputStream.class && parameters[1] == OutputStream.class);
  }

  private static boolean endsWithContext(Class<?>[] parameters) {
    return parameters.length > 0 && parameters[parameters.length - 1] == Context.class;
  }

  private static int weight(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length + (endsWithContext(parameters) ? 1 : 0);
  }

  private static Handler ofMethod(Class<?> type, Method method) throws Throwable {
    Object target = Modifier.isStatic(method.getModifiers()) ? null : instance(type);
    Type[] types = method.getGenericParameterTypes();
    boolean streams = Arrays.asList(method.getParameterTypes()).contains(OutputStream.class);
    method.setAccessible(true);
    return (event, context) -> {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      Object[] values = new Object[types.length];
      for (int at = 0; at < types.length; at++) values[at] = valueFor(types[at], event, context, output);
      Object result = called(method, target, values);
      if (streams) return output.toByteArray();
      return Values.write(result, method.getGenericReturnType());
    };
  }

  private static Object valueFor(Type type, byte[] event, Context context, OutputStream output) {
    if (type == Context.class) return context;
    if (type == OutputStream.class) return output;
    return type == InputStream.class ? new ByteArrayInputStream(event) : Values.read(event, type);
  }

  private static Object called(Method method, Object target, Object[] values) throws Throwable {
    try {
      return method.invoke(target, values);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  private static Object instance(Class<?> type) throws Throwable {
    try {
      return type.getConstructor().newInstance();
    } catch (NoSuchMethodException missing) {
      boolean inner = type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers());
      String why = inner ? " cannot be instantiated because it is a non-static inner class" : " has no public zero-argument constructor";
      throw new Refused("java.lang.Exception", "Class " + type.getName() + why);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }
}
