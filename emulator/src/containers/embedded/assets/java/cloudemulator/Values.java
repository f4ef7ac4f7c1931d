package cloudemulator;

import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.ServiceLoader;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Converts events to values of the handler's types, and back; uses the function's own serializer where it has one. */
final class Values {
  private static final CustomPojoSerializer CUSTOM = custom();

  private Values() {}

  private static CustomPojoSerializer custom() {
    Iterator<CustomPojoSerializer> found = ServiceLoader.load(CustomPojoSerializer.class).iterator();
    return found.hasNext() ? found.next() : null;
  }

  static Object read(byte[] event, Type type) {
    if (CUSTOM != null) return CUSTOM.fromJson(new ByteArrayInputStream(event), type);
    try {
      return Binder.bind(Json.parse(new String(event, UTF_8)), type);
    } catch (Binder.Mismatch mismatch) {
      throw new RuntimeException("An error occurred during JSON parsing", mismatch);
    }
  }

  static byte[] write(Object value, Type type) {
    if (type == void.class || type == Void.class) return "null".getBytes(UTF_8);
    if (CUSTOM == null) return Json.write(value).getBytes(UTF_8);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    CUSTOM.toJson(value, output, type);
    return output.toByteArray();
  }
}
