// The form of a recorded case: what the real service answered to which requests, who recorded it, and when.

/** Any value, because the value differs from call to call. */
export const ANY: unique symbol = Symbol('any value');
/** No such member. Only of use in `contains`. */
export const NONE: unique symbol = Symbol('no such member');

/** A time on the emulator's clock, in milliseconds; `offsetMs` from now. */
export class Moment {
  readonly offsetMs: number;
  constructor(offsetMs: number) {
    this.offsetMs = offsetMs;
  }
}

/** A text with parts that differ from call to call: `*` stands for each. */
export class Like {
  readonly pattern: string;
  constructor(pattern: string) {
    this.pattern = pattern;
  }
}

/** A text that is JSON of this value, however it is written. */
export class JsonText {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A call with an SDK client, in an account of the case's own. */
export interface ClientCall {
  /** Service and operation: `sqs.CreateQueue`. */
  readonly call: string;
  /** Text may refer to answers of earlier calls: `{queue.QueueUrl}`; also to `{account}`, and to `{id}`, which no other case has. `Moment` stands for a time. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Name of the answer in later calls. */
  readonly as?: string;
  /** Account that calls, instead of the case's own; `anonymous` does not sign. */
  readonly by?: string;
  readonly region?: string;
  /** The call is repeated until the answer is the recorded one: the program waited for it. */
  readonly eventually?: true;
  /** The whole answer, but for the request's metadata. A regular expression stands for a text that it matches. */
  readonly answer?: unknown;
  /** Members of the answer; lists are complete. */
  readonly contains?: unknown;
  readonly error?: RecordedError;
}

export interface RecordedError {
  readonly code: string;
  readonly message?: string | RegExp;
  readonly status?: number;
  /** Further members of the error. */
  readonly contains?: unknown;
}

/** A request whose headers or bytes an SDK would hide. It is not signed, but names the case's account as its signer. */
export interface HttpCall {
  /** Method and path with query: `GET /{id}?list-type=2`. */
  readonly http: string;
  readonly service: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly unsigned?: boolean;
  readonly as?: string;
  readonly status: number;
  /** Headers of the answer; `NONE` for a header that is not there. */
  readonly answerHeaders?: Readonly<Record<string, string | RegExp | typeof ANY | typeof NONE>>;
  readonly answerBody?: string | RegExp;
  /** A pattern that the answer's body must not match. */
  readonly answerLacks?: RegExp;
}

/** A step of one WebSocket client. Handshakes are requests: `path` is that below the emulator's address. */
export interface SocketCall {
  /** Name of the client. */
  readonly socket: string;
  /** Opens the WebSocket: `/_execute-api/{api.ApiId}/dev?a=1`. */
  readonly open?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status that refuses the handshake. */
  readonly refusal?: number;
  readonly send?: string;
  /** The next message that the client hears: the whole text, a pattern, or the members of its JSON. */
  readonly hears?: string | RegExp | object;
  /** Name of the message in later steps; JSON is read. */
  readonly as?: string;
  /** Closes it, and waits until the API knows. */
  readonly close?: true;
}

/** Time that passes on the emulator's clock. */
interface Wait {
  readonly wait: string;
}

export type Step = ClientCall | HttpCall | SocketCall | Wait;

export interface RecordedCase {
  /** The behaviour of the service, as a sentence. */
  readonly title: string;
  /** Where the recording or the measurement is published. */
  readonly source: string;
  /** Year and month in which it was recorded, as far as the source tells. */
  readonly recorded: string;
  readonly steps: readonly Step[];
  /** Why the emulator does something else on purpose. The steps are then known to fail. */
  readonly differs?: string;
}

/** The recorded cases of one service, or of one subject of it. */
export interface RecordedCases {
  readonly service: string;
  readonly cases: readonly RecordedCase[];
}
