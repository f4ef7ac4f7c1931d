package cloudemulator;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;

/** Resolves type parameters. */
final class Generics {
  private Generics() {}

  /** The types with which a class, or one of its ancestors, fills the parameters of an interface. */
  static Type[] argumentsOf(Class<?> type, Class<?> wanted) {
    return search(type, wanted, Map.of());
  }

  private static Type[] search(Type type, Class<?> wanted, Map<TypeVariable<?>, Type> known) {
    if (type == null) return null;
    Class<?> raw = rawOf(type);
    Map<TypeVariable<?>, Type> here = new HashMap<>();
    if (type instanceof ParameterizedType) {
      Type[] given = ((ParameterizedType) type).getActualTypeArguments();
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int at = 0; at < given.length; at++) here.put(variables[at], filled(given[at], known));
    }
    if (raw == wanted) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      Type[] found = new Type[variables.length];
      for (int at = 0; at < found.length; at++) found[at] = here.getOrDefault(variables[at], Object.class);
      return found;
    }
    for (Type above : raw.getGenericInterfaces()) {
      Type[] found = search(above, wanted, here);
      if (found != null) return found;
    }
    return search(raw.getGenericSuperclass(), wanted, here);
  }

  /** The type with its variables resolved. */
  private static Type filled(Type type, Map<TypeVariable<?>, Type> known) {
    if (type instanceof TypeVariable) return known.getOrDefault(type, type);
    if (!(type instanceof ParameterizedType)) return type;
    Type[] given = ((ParameterizedType) type).getActualTypeArguments();
    for (int at = 0; at < given.length; at++) given[at] = filled(given[at], known);
    return new Filled((ParameterizedType) type, given);
  }

  private static final class Filled implements ParameterizedType {
    private final ParameterizedType type;
    private final Type[] given;

    Filled(ParameterizedType type, Type[] given) {
      this.type = type;
      this.given = given;
    }

    @Override
    public Type[] getActualTypeArguments() {
      return given.clone();
    }

    @Override
    public Type getRawType() {
      return type.getRawType();
    }

    @Override
    public Type getOwnerType() {
      return type.getOwnerType();
    }
  }

  static Class<?> rawOf(Type type) {
    if (type instanceof Class) return (Class<?>) type;
    if (type instanceof ParameterizedType) return (Class<?>) ((ParameterizedType) type).getRawType();
    if (type instanceof TypeVariable) return rawOf(((TypeVariable<?>) type).getBounds()[0]);
    if (type instanceof WildcardType) return rawOf(((WildcardType) type).getUpperBounds()[0]);
    return Object[].class;
  }

  /** `List<String>` → String; Object where no parameter is given. */
  static Type argument(Type type, int at) {
    if (!(type instanceof ParameterizedType)) return Object.class;
    Type[] given = ((ParameterizedType) type).getActualTypeArguments();
    return at < given.length ? given[at] : Object.class;
  }
}
