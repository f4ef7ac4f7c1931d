package cloudemulator;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** Converts plain data to a type: numbers, text, collections, maps, enums, records, and objects by their setters or fields. */
final class Binder {
  static final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch(String message) {
      super(message, null, false, true);
    }
  }

  private Binder() {}

  static Object bind(Object plain, Type type) {
    Class<?> raw = type instanceof GenericArrayType ? Object[].class : Generics.rawOf(type);
    if (raw == Optional.class) return Optional.ofNullable(plain == null ? null : bind(plain, Generics.argument(type, 0)));
    if (plain == null) return raw.isPrimitive() ? Array.get(Array.newInstance(raw, 1), 0) : null;
    if (raw == Object.class || (raw.isInstance(plain) && type == raw && !(plain instanceof Collection || plain instanceof Map))) return plain;
    if (raw == String.class || raw == CharSequence.class) return text(plain);
    if (raw.isPrimitive() || Number.class.isAssignableFrom(raw) || raw == Boolean.class || raw == Character.class) return scalar(plain, raw);
    if (raw.isEnum()) return constant(plain, raw);
    if (raw == Date.class && plain instanceof Number) return new Date(((Number) plain).longValue());
    if (raw == byte[].class && plain instanceof String) return Base64.getDecoder().decode((String) plain);
    if (raw == ByteBuffer.class && plain instanceof String) return ByteBuffer.wrap(Base64.getDecoder().decode((String) plain));
    if (plain instanceof Collection) return items((Collection<?>) plain, type, raw);
    if (plain instanceof Map) return Map.class.isAssignableFrom(raw) ? map((Map<?, ?>) plain, type, raw) : object((Map<?, ?>) plain, raw);
    return parsed(plain, raw);
  }

  private static String text(Object plain) {
    if (plain instanceof Map || plain instanceof Collection)
      throw new Mismatch("Cannot make java.lang.String of " + (plain instanceof Map ? "an object" : "an array"));
    return plain.toString();
  }

  private static Object scalar(Object plain, Class<?> raw) {
    String text = text(plain).trim();
    try {
      if (raw == boolean.class || raw == Boolean.class) return Boolean.valueOf(text);
      if (raw == char.class || raw == Character.class) return text.charAt(0);
      BigDecimal number = new BigDecimal(text);
      if (raw == int.class || raw == Integer.class) return number.intValue();
      if (raw == long.class || raw == Long.class) return number.longValue();
      if (raw == double.class || raw == Double.class || raw == Number.class) return number.doubleValue();
      if (raw == float.class || raw == Float.class) return number.floatValue();
      if (raw == short.class || raw == Short.class) return number.shortValue();
      if (raw == byte.class || raw == Byte.class) return number.byteValue();
      if (raw == BigInteger.class) return number.toBigInteger();
      if (raw == BigDecimal.class) return number;
    } catch (RuntimeException unfit) {
      throw new Mismatch("Cannot make " + raw.getName() + " of '" + text + "'");
    }
    throw new Mismatch("Cannot make " + raw.getName() + " of '" + text + "'");
  }

  private static Object constant(Object plain, Class<?> raw) {
    for (Object each : raw.getEnumConstants()) if (((Enum<?>) each).name().equals(plain.toString())) return each;
    throw new Mismatch("Cannot make " + raw.getName() + " of '" + plain + "'");
  }

  private static Object items(Collection<?> plain, Type type, Class<?> raw) {
    if (raw.isArray()) {
      Type component = type instanceof GenericArrayType ? ((GenericArrayType) type).getGenericComponentType() : raw.getComponentType();
      Object array = Array.newInstance(Generics.rawOf(component), plain.size());
      int at = 0;
      for (Object item : plain) Array.set(array, at++, bind(item, component));
      return array;
    }
    Collection<Object> items;
    if (Set.class.isAssignableFrom(raw)) items = made(raw, new LinkedHashSet<>());
    else if (raw == Queue.class) items = new java.util.ArrayDeque<>();
    else if (Iterable.class.isAssignableFrom(raw)) items = made(raw, new ArrayList<>());
    else throw new Mismatch("Cannot make " + raw.getName() + " of an array");
    for (Object item : plain) items.add(bind(item, Generics.argument(type, 0)));
    return items;
  }

  private static Object map(Map<?, ?> plain, Type type, Class<?> raw) {
    Map<Object, Object> map = made(raw, new LinkedHashMap<>());
    plain.forEach((name, value) -> map.put(bind(name, Generics.argument(type, 0)), bind(value, Generics.argument(type, 1))));
    return map;
  }

  @SuppressWarnings("unchecked")
  private static <T> T made(Class<?> raw, T otherwise) {
    return raw.isInterface() || Modifier.isAbstract(raw.getModifiers()) || raw.isInstance(otherwise) ? otherwise : (T) instance(raw);
  }

  /** Types that can read themselves from text: `Instant.parse`, `UUID.fromString`, a constructor that takes a string. */
  private static Object parsed(Object plain, Class<?> raw) {
    for (String name : List.of("parse", "fromString", "valueOf")) {
      for (Class<?> parameter : List.of(String.class, CharSequence.class)) {
        try {
          Method method = raw.getMethod(name, parameter);
          if (Modifier.isStatic(method.getModifiers()) && raw.isAssignableFrom(method.getReturnType())) return method.invoke(null, text(plain));
        } catch (NoSuchMethodException none) {
          // Try the next way.
        } catch (ReflectiveOperationException unfit) {
          throw new Mismatch("Cannot make " + raw.getName() + " of '" + plain + "'");
        }
      }
    }
    try {
      return raw.getConstructor(String.class).newInstance(text(plain));
    } catch (ReflectiveOperationException none) {
      throw new Mismatch("Cannot make " + raw.getName() + " of '" + plain + "'");
    }
  }

  private static Object object(Map<?, ?> plain, Class<?> raw) {
    List<String> components = Properties.componentsOf(raw);
    if (components != null) return record(plain, raw, components);
    Object made = instance(raw);
    Map<String, Object> unset = new LinkedHashMap<>();
    plain.forEach((name, value) -> unset.put(String.valueOf(name).toLowerCase(), value));
    for (Method method : raw.getMethods()) {
      if (!method.getName().startsWith("set") || method.getParameterCount() != 1 || Modifier.isStatic(method.getModifiers()) || method.isBridge()) continue;
      String name = method.getName().substring(3).toLowerCase();
      if (unset.containsKey(name)) set(method, made, bind(unset.remove(name), method.getGenericParameterTypes()[0]));
    }
    for (Class<?> each = raw; each != null && each != Object.class; each = each.getSuperclass())
      for (Field field : each.getDeclaredFields()) fill(field, made, unset);
    return made;
  }

  private static Object record(Map<?, ?> plain, Class<?> raw, List<String> components) {
    Constructor<?> canonical = null;
    for (Constructor<?> each : raw.getDeclaredConstructors())
      if (each.getParameterCount() == components.size() && (canonical == null || Modifier.isPublic(each.getModifiers()))) canonical = each;
    if (canonical == null) throw new Mismatch("Cannot make " + raw.getName() + ": it has no canonical constructor");
    Type[] types = canonical.getGenericParameterTypes();
    Object[] values = new Object[types.length];
    for (int at = 0; at < values.length; at++) values[at] = bind(plain.get(components.get(at)), types[at]);
    return constructed(canonical, values);
  }

  private static void set(Method method, Object target, Object value) {
    try {
      method.setAccessible(true);
      method.invoke(target, value);
    } catch (ReflectiveOperationException unfit) {
      throw new Mismatch("Cannot set " + method.getName() + " of " + target.getClass().getName() + ": " + unfit.getCause());
    }
  }

  /** Types without setters: sets their fields, private ones included. */
  private static void fill(Field field, Object target, Map<String, Object> unset) {
    String name = field.getName().toLowerCase();
    if (!unset.containsKey(name) || Modifier.isStatic(field.getModifiers())) return;
    try {
      field.setAccessible(true);
      field.set(target, bind(unset.remove(name), field.getGenericType()));
    } catch (IllegalAccessException unfit) {
      throw new Mismatch("Cannot set " + field.getName() + " of " + target.getClass().getName());
    }
  }

  /** By the constructor without parameters; where there is none, an empty object whose fields are set. */
  private static Object instance(Class<?> raw) {
    if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers()))
      throw new Mismatch("Cannot make " + raw.getName() + ": it is abstract");
    try {
      return constructed(raw.getDeclaredConstructor(), new Object[0]);
    } catch (NoSuchMethodException none) {
      try {
        Constructor<?> empty =
            sun.reflect.ReflectionFactory.getReflectionFactory().newConstructorForSerialization(raw, Object.class.getDeclaredConstructor());
        return constructed(empty, new Object[0]);
      } catch (NoSuchMethodException never) {
        throw new Mismatch("Cannot make " + raw.getName());
      }
    }
  }

  private static Object constructed(Constructor<?> constructor, Object[] values) {
    try {
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException thrown) {
      throw new Mismatch("Cannot make " + constructor.getDeclaringClass().getName() + ": " + thrown.getCause());
    } catch (ReflectiveOperationException unfit) {
      throw new Mismatch("Cannot make " + constructor.getDeclaringClass().getName());
    }
  }
}
