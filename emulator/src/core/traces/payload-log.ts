// Keeps the inputs and answers of the last requests and functions: bytes, cut and bounded, in memory alone. `shownPayload` shows them, without secrets.

/** Limit: bytes of a request or an answer that are kept; longer ones are cut. */
const MAX_PAYLOAD_BYTES = 16 * 1024;
/** Bytes of all of them; the oldest leave first. */
const MAX_BYTES = 8_000_000;
/** The same as a number: an empty one takes memory, too. */
const MAX_KEPT = 2000;

export type Bytes = string | Uint8Array;

/** A request as it came over HTTP: it can be sent again. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly status: number;
}

export interface Payload {
  /** Undefined for a function. */
  readonly request: SentRequest | undefined;
  readonly input: Bytes;
  /** Undefined for answers that stream. */
  readonly output: Bytes | undefined;
  /** Whether the input, or the output, is longer than what is kept. */
  readonly isInputCut: boolean;
  readonly isOutputCut: boolean;
}

interface Kept extends Payload {
  /** The bytes that count towards the limit. */
  readonly bytes: number;
}

export class PayloadLog {
  /** False where an option turns it off. */
  readonly isOn: boolean;
  /** By the id of the call or the run, the oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  /** `requestId`: of the call or the run. Input and output may have any length. */
  note(requestId: string, { request, input, output }: Pick<Payload, 'request' | 'input' | 'output'>): void {
    if (!this.isOn) return;
    const isInputCut = input.length > MAX_PAYLOAD_BYTES;
    const isOutputCut = output !== undefined && output.length > MAX_PAYLOAD_BYTES;
    const payload = { request, input: kept(input), output: output && kept(output), isInputCut, isOutputCut };
    const bytes = sizeOf(payload);
    this.#remove(requestId);
    this.#kept.set(requestId, { ...payload, bytes });
    this.#bytes += bytes;
    while (this.#bytes > MAX_BYTES || this.#kept.size > MAX_KEPT) this.#remove(this.#kept.keys().next().value!);
  }

  #remove(requestId: string): void {
    const payload = this.#kept.get(requestId);
    if (!payload) return;
    this.#kept.delete(requestId);
    this.#bytes -= payload.bytes;
  }

  find(requestId: string): Payload | undefined {
    return this.#kept.get(requestId);
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}

function sizeOf({ input, output = '', request }: Payload): number {
  let bytes = input.length + output.length;
  if (!request) return bytes;
  for (const name in request.headers) bytes += name.length + String(request.headers[name] ?? '').length;
  return bytes + request.url.length;
}

/** A copy: a short body may be a piece of a long buffer. */
function kept(bytes: Bytes): Bytes {
  if (typeof bytes !== 'string') return Buffer.from(bytes.subarray(0, MAX_PAYLOAD_BYTES));
  return bytes.length > MAX_PAYLOAD_BYTES ? Buffer.from(bytes.slice(0, MAX_PAYLOAD_BYTES)).toString() : bytes;
}
