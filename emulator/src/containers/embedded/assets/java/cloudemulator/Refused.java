package cloudemulator;

/** An error found by the runtime, with the name that the platform gives it. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;
  final String type;

  Refused(String type, String message) {
    super(message, null, false, true);
    this.type = type;
  }
}
