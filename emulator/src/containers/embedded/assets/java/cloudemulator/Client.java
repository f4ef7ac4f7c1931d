package cloudemulator;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The Runtime API over one bare socket: java.net.http would take longer to load than everything else. */
final class Client {
  static final class Answer {
    final Map<String, String> headers = new HashMap<>();
    byte[] body;

    String header(String name) {
      return headers.get(name);
    }
  }

  private final String host;
  private final InputStream input;
  private final OutputStream output;

  Client(String address) throws IOException {
    // This header admits the process at once.
    host = "Host: " + address + "\r\nEmulator-Access: " + System.getenv("_EMULATOR_ACCESS") + "\r\n";
    int colon = address.indexOf(':');
    Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    socket.setTcpNoDelay(true);
    input = new BufferedInputStream(socket.getInputStream(), 65536);
    output = socket.getOutputStream();
  }

  /** Headers as lines, each with its line end. */
  Answer request(String method, String path, String headers, byte[] body) {
    String length = body == null ? "" : "Content-Length: " + body.length + "\r\n";
    String head = method + " " + path + " HTTP/1.1\r\n" + host + headers + length + "\r\n";
    try {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      message.write(head.getBytes(UTF_8));
      if (body != null) message.write(body);
      message.writeTo(output);
      return answer();
    } catch (IOException gone) {
      // The process that hands out invocations is gone.
      Runtime.getRuntime().halt(0);
      throw new IllegalStateException(gone);
    }
  }

  private Answer answer() throws IOException {
    Answer answer = new Answer();
    line();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      answer.headers.put(line.substring(0, colon).toLowerCase(), line.substring(colon + 1).trim());
    }
    String length = answer.header("content-length");
    int size = length == null ? 0 : Integer.parseInt(length);
    answer.body = input.readNBytes(size);
    if (answer.body.length < size) throw new EOFException();
    return answer;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(64);
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) throw new EOFException();
      if (next != '\r') line.write(next);
    }
    return line.toString(UTF_8);
  }
}
