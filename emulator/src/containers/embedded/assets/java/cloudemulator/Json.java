package cloudemulator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts JSON text to maps, lists, strings, numbers and booleans, and any value back to text. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    json.space();
    if (json.at == text.length()) return null;
    Object value = json.value();
    json.space();
    if (json.at < text.length()) throw json.wrong("the end");
    return value;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    new Writer(out).write(value, 0);
    return out.toString();
  }

  private Object value() {
    char next = peek();
    if (next == '{') return object();
    if (next == '[') return array();
    if (next == '"') return string();
    if (next == 't') return word("true", Boolean.TRUE);
    if (next == 'f') return word("false", Boolean.FALSE);
    if (next == 'n') return word("null", null);
    return number();
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    for (space(); peek() != '}'; space()) {
      if (!members.isEmpty()) expect(',');
      space();
      String name = string();
      space();
      expect(':');
      space();
      members.put(name, value());
    }
    at++;
    return members;
  }

  private List<Object> array() {
    List<Object> items = new ArrayList<>();
    at++;
    for (space(); peek() != ']'; space()) {
      if (!items.isEmpty()) expect(',');
      space();
      items.add(value());
    }
    at++;
    return items;
  }

  private String string() {
    expect('"');
    int end = at;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') end++;
    if (end < text.length() && text.charAt(end) == '"') {
      String plain = text.substring(at, end);
      at = end + 1;
      return plain;
    }
    StringBuilder built = new StringBuilder();
    for (char next = take(); next != '"'; next = take()) built.append(next == '\\' ? escaped() : next);
    return built.toString();
  }

  private char escaped() {
    char next = take();
    switch (next) {
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'u': {
        if (at + 4 > text.length()) throw wrong("four hexadecimal digits");
        char unit = (char) Integer.parseInt(text.substring(at, at + 4), 16);
        at += 4;
        return unit;
      }
      default: return next;
    }
  }

  private Number number() {
    int from = at;
    boolean whole = true;
    while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) {
      whole &= ".eE".indexOf(text.charAt(at)) < 0;
      at++;
    }
    String digits = text.substring(from, at);
    try {
      if (!whole) return Double.valueOf(digits);
      if (digits.length() < 10) return Integer.valueOf(digits);
      BigInteger exact = new BigInteger(digits);
      if (exact.bitLength() < 32) return exact.intValue();
      return exact.bitLength() < 64 ? (Number) exact.longValue() : exact;
    } catch (NumberFormatException none) {
      at = from;
      throw wrong("a value");
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw wrong("a value");
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && text.charAt(at) <= ' ') at++;
  }

  private char peek() {
    if (at >= text.length()) throw wrong("more");
    return text.charAt(at);
  }

  private char take() {
    char next = peek();
    at++;
    return next;
  }

  private void expect(char wanted) {
    if (peek() != wanted) throw wrong("'" + wanted + "'");
    at++;
  }

  private Binder.Mismatch wrong(String expected) {
    return new Binder.Mismatch("The event is not JSON: expected " + expected + " at character " + at);
  }

  static final class Writer {
    private final StringBuilder out;

    Writer(StringBuilder out) {
      this.out = out;
    }

    void write(Object value, int depth) {
      if (depth > 500) throw new IllegalArgumentException("The result refers to itself, or is nested too deeply.");
      if (value == null || value instanceof Boolean) out.append(value);
      else if (value instanceof Number) number((Number) value);
      else if (value instanceof CharSequence || value instanceof Character) string(value.toString());
      else if (value instanceof Map) members((Map<?, ?>) value, depth);
      else {
        Object plain = Properties.plain(value);
        if (plain instanceof Iterable) items((Iterable<?>) plain, depth);
        else write(plain, depth + 1);
      }
    }

    private void number(Number value) {
      double decimal = value.doubleValue();
      boolean odd = (value instanceof Double || value instanceof Float) && (Double.isNaN(decimal) || Double.isInfinite(decimal));
      if (odd) string(value.toString());
      else if (value instanceof BigDecimal) out.append(((BigDecimal) value).toString());
      else out.append(value);
    }

    private void members(Map<?, ?> value, int depth) {
      out.append('{');
      String comma = "";
      for (Map.Entry<?, ?> member : value.entrySet()) {
        out.append(comma);
        string(String.valueOf(member.getKey()));
        out.append(':');
        write(member.getValue(), depth + 1);
        comma = ",";
      }
      out.append('}');
    }

    private void items(Iterable<?> value, int depth) {
      out.append('[');
      String comma = "";
      for (Object item : value) {
        out.append(comma);
        write(item, depth + 1);
        comma = ",";
      }
      out.append(']');
    }

    private void string(String value) {
      out.append('"');
      for (int index = 0; index < value.length(); index++) {
        char next = value.charAt(index);
        if (next == '"' || next == '\\') out.append('\\').append(next);
        else if (next == '\n') out.append("\\n");
        else if (next == '\r') out.append("\\r");
        else if (next == '\t') out.append("\\t");
        else if (next < ' ') out.append(String.format("\\u%04x", (int) next));
        else out.append(next);
      }
      out.append('"');
    }
  }
}
