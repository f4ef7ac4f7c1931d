// A request to the cloud's API in the form that it has over HTTP, made within the process: for services whose clients write such requests themselves.

export interface ApiRequest {
  readonly method: string;
  /** Raw: still percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly rawQuery: string;
  /** Names in lower case. `host` names the service where no other header does: `sqs.us-east-1.amazonaws.com`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Makes the call that the request describes. Rejects with a Fault when the service refuses it. */
export type MakeCall = (service: string, operation: string, input: object) => Promise<unknown>;

/** Answers in the words of the service, faults included. Undefined where the request names no service that has a model here. */
export type AnswerApiRequest = (request: ApiRequest, requestId: string, call: MakeCall) => Promise<ApiAnswer | undefined>;
