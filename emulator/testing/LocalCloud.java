import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An emulator for the tests of a run. Copy this file; it needs nothing but Java 11 and the command {@code emulator}. */
public final class LocalCloud implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("\"url\":\"([^\"]+)\"");
  private static final int STOPS_WITHIN_SECONDS = 20;

  private final Process process;
  private final URI url;
  private final HttpClient client = HttpClient.newHttpClient();

  private LocalCloud(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /** Starts the emulator of this project ({@code node_modules/.bin/emulator}), else the one of PATH. */
  public static LocalCloud start() {
    Path own = Path.of("node_modules", ".bin", "emulator");
    return start(List.of(Files.exists(own) ? own.toAbsolutePath().toString() : "emulator"));
  }

  /** Starts it by another command. It ends when it is closed, or with this process. */
  public static LocalCloud start(List<String> command) {
    List<String> words = new java.util.ArrayList<>(command);
    words.addAll(List.of("start", "--for-tests"));
    try {
      Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      Matcher address = ADDRESS.matcher(line == null ? "" : line);
      if (!address.find()) throw new IllegalStateException("the emulator did not start; it has said why on stderr");
      return new LocalCloud(process, URI.create(address.group(1)));
    } catch (IOException error) {
      throw new UncheckedIOException("there is no command " + words.get(0) + ": npm install cloud-emulator", error);
    }
  }

  /** The endpoint for clients; they take any credentials and any region. */
  public URI url() {
    return url;
  }

  /** Removes all state. */
  public void reset() {
    ask("POST", "/_emulator/state/reset", "");
  }

  /** Moves the clock on: {@code 90s}, {@code 5m}, {@code 7d}. Retries, delays and schedules on the way fall due in order. */
  public void advance(String duration) {
    ask("POST", "/_emulator/clock", "{\"advance\":\"" + duration + "\"}");
  }

  /** The last failures that nobody handled, each a line of JSON with its cause and the command that mends it. */
  public List<String> problems() {
    String text = ask("GET", "/_emulator/problems?lines=20", "");
    return text.isBlank() ? List.of() : List.of(text.strip().split("\n"));
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
    } catch (IOException error) {
      process.destroyForcibly();
    } catch (InterruptedException error) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private String ask(String method, String path, String body) {
    HttpRequest request = HttpRequest.newBuilder(url.resolve(path)).method(method, HttpRequest.BodyPublishers.ofString(body)).build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw new IllegalStateException(method + " " + path + ": " + answer.body());
      return answer.body();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }
}
