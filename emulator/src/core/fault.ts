// The error that an operation throws when the client is to blame (or the service reports a failure of its own), in the cloud's words.
// Errors for the person who runs the emulator are an EmulatorError (`#lib/emulator-error`).

export interface FaultOptions {
  /** HTTP status; by default the model's status of that error, else 400 (client) or 500 (server). */
  readonly status?: number | undefined;
  readonly blame?: 'client' | 'server' | undefined;
  /** Further members of the error's shape, e.g. `{ Type: 'User' }`, `{ Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded' }`. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  /** The member that holds the message, where the service does not use that of the model. */
  readonly messageMember?: 'message' | 'Message' | undefined;
  /** For deliveries: the target asks not to be tried again for this time; a negative one means never. */
  readonly retryAfterMs?: number | undefined;
  /** For deliveries: the target was not tried, because its rate is limited. It does not count as an attempt. */
  readonly isPostponed?: boolean | undefined;
  /** Traces of requests tell it to the person who runs the emulator: `To allow it: aws lambda add-permission …`. Clients do not see it. */
  readonly remedy?: string | undefined;
  /** Response headers in addition to those of the protocol. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An error of the service, as clients see it. `code` is the shape's name in the model, or an unmodelled code (`ValidationException`). */
export class Fault extends Error {
  readonly code: string;
  readonly options: FaultOptions;
  constructor(code: string, message: string, options: FaultOptions = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.options = options;
  }
}

/** How clients of a service see a fault. */
export interface FaultFacts {
  /** HTTP status. */
  readonly status: number;
  /** The error's code as the service's own protocol sends it: `InvalidParameter`, where the model has InvalidParameterException. */
  readonly wireCode: string;
  /** The service's model lists the error. */
  readonly isModelled: boolean;
}

/** The answer to a call that was under way while all state was replaced: the client may retry. */
export const replaced = (): Fault =>
  new Fault('ServiceUnavailable', 'The state of the emulator was reset or loaded while this call was under way.', {
    status: 503,
    blame: 'server',
  });
