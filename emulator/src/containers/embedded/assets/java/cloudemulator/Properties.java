package cloudemulator;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Converts an object to plain data: by its getters, its components (records) or its public fields. */
final class Properties {
  private Properties() {}

  /** The map, list, string or number for an object. */
  static Object plain(Object value) {
    if (value instanceof Collection) return value;
    if (value instanceof Enum) return ((Enum<?>) value).name();
    if (value instanceof Optional) return ((Optional<?>) value).orElse(null);
    if (value instanceof Date) return ((Date) value).getTime();
    if (value instanceof byte[]) return Base64.getEncoder().encodeToString((byte[]) value);
    if (value instanceof ByteBuffer) return Base64.getEncoder().encodeToString(bytesOf((ByteBuffer) value));
    if (value.getClass().isArray()) return itemsOf(value);
    if (value instanceof Temporal || value instanceof UUID || value instanceof Class) return value.toString();
    // Types of the JDK and of Joda-Time: their fields do not express their meaning.
    if (value.getClass().getName().startsWith("java.") || value.getClass().getName().startsWith("org.joda.time.")) return value.toString();
    return membersOf(value);
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static List<Object> itemsOf(Object array) {
    List<Object> items = new ArrayList<>();
    for (int at = 0; at < Array.getLength(array); at++) items.add(Array.get(array, at));
    return items;
  }

  private static Map<String, Object> membersOf(Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    List<String> components = componentsOf(value.getClass());
    for (Method method : inOrder(value.getClass())) {
      String name = components == null ? getterName(method) : components.contains(method.getName()) ? method.getName() : null;
      if (name != null && method.getParameterCount() == 0) members.put(name, called(method, value));
    }
    for (Field field : value.getClass().getFields()) {
      if (Modifier.isStatic(field.getModifiers())) continue;
      try {
        field.setAccessible(true);
        members.putIfAbsent(field.getName(), field.get(value));
      } catch (IllegalAccessException hidden) {
        throw new IllegalStateException(hidden);
      }
    }
    return members;
  }

  /** Methods have no order of their own: uses that of the fields with the same names, then the alphabet. */
  private static List<Method> inOrder(Class<?> type) {
    List<String> fields = new ArrayList<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass())
      for (Field field : each.getDeclaredFields()) fields.add(field.getName().toLowerCase());
    List<Method> methods = new ArrayList<>(Arrays.asList(type.getMethods()));
    methods.removeIf(method -> method.getDeclaringClass() == Object.class || Modifier.isStatic(method.getModifiers()) || method.isBridge());
    methods.sort((a, b) -> {
      int byField = Integer.compare(rank(fields, a), rank(fields, b));
      return byField != 0 ? byField : a.getName().compareTo(b.getName());
    });
    return methods;
  }

  private static int rank(List<String> fields, Method method) {
    String name = getterName(method);
    int at = fields.indexOf((name == null ? method.getName() : name).toLowerCase());
    return at < 0 ? Integer.MAX_VALUE : at;
  }

  /** `getFirstName` is firstName, `isOpen` is open. */
  static String getterName(Method method) {
    String name = method.getName();
    boolean truth = method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class;
    if (method.getReturnType() == void.class) return null;
    if (name.startsWith("get") && name.length() > 3) return decapitalised(name.substring(3));
    return truth && name.startsWith("is") && name.length() > 2 ? decapitalised(name.substring(2)) : null;
  }

  /** Lower-cases all leading capitals, like Jackson: `getURL` is url. */
  static String decapitalised(String name) {
    int upper = 0;
    while (upper < name.length() && Character.isUpperCase(name.charAt(upper))) upper++;
    return name.substring(0, upper).toLowerCase() + name.substring(upper);
  }

  /** Names of a record's components, by reflection: this is compiled for a Java without records. */
  static List<String> componentsOf(Class<?> type) {
    if (type.getSuperclass() == null || !type.getSuperclass().getName().equals("java.lang.Record")) return null;
    List<String> names = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) names.add(field.getName());
    return names;
  }

  private static Object called(Method method, Object value) {
    try {
      method.setAccessible(true);
      return method.invoke(value);
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof RuntimeException) throw (RuntimeException) thrown.getCause();
      throw new IllegalStateException(thrown.getCause());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(hidden);
    }
  }
}
