// Keeps the inputs and answers of the last requests and functions: bytes, cut and bounded, in memory alone. `shownPayload` shows them, without secrets.
// They lie one behind the other in a ring of bytes: an object for each of them would outlive its request, and the garbage collector would copy it.

/** Limit: bytes of a request or an answer that are kept; longer ones are cut. */
const MAX_PAYLOAD_BYTES = 16 * 1024;
/** Bytes of all of them; the oldest leave first. Memory is taken as they are written. */
const RING_BYTES = 8 << 20;
/** Characters of the addresses and headers of all of them. */
const MAX_CHARACTERS = 4_000_000;
/** The same as a number: an empty one takes memory, too. */
const MAX_KEPT = 2000;

export type Bytes = string | Uint8Array;

/** A request as it came over HTTP: it can be sent again. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Names and values in turn, as node:http has them. */
  readonly rawHeaders: readonly string[];
  readonly status: number;
}

export interface Payload {
  /** Undefined for a function. */
  readonly request: SentRequest | undefined;
  readonly input: Uint8Array;
  /** Undefined for answers that stream. */
  readonly output: Uint8Array | undefined;
  /** Whether the input, or the output, is longer than what is kept. */
  readonly isInputCut: boolean;
  readonly isOutputCut: boolean;
}

interface Exchange {
  readonly request: SentRequest | undefined;
  readonly input: Bytes;
  readonly output: Bytes | undefined;
}

const NO_OUTPUT = -1;

export class PayloadLog {
  /** False where an option turns it off. */
  readonly isOn: boolean;
  /** Made when there is something to keep. */
  #ring: Buffer | undefined;
  /** Numbers of the oldest payload and of the next one; their slots are the remainders. */
  #first = 0;
  #next = 0;
  /** All bytes so far, with the unused bytes at the end of each turn of the ring. */
  #written = 0;
  #characters = 0;
  readonly #ids: string[] = [];
  readonly #requests: (SentRequest | undefined)[] = [];
  readonly #starts = new Float64Array(MAX_KEPT);
  readonly #inputs = new Int32Array(MAX_KEPT);
  readonly #outputs = new Int32Array(MAX_KEPT);
  /** 1: the input is cut; 2: the output is. */
  readonly #cuts = new Uint8Array(MAX_KEPT);

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  /** `requestId`: of the call or the run; `find` gives the last payload of an id. Input and output may have any length. */
  note(requestId: string, { request, input, output }: Exchange): void {
    if (!this.isOn) return;
    const ring = (this.#ring ??= Buffer.allocUnsafeSlow(RING_BYTES));
    if (this.#next - this.#first === MAX_KEPT) this.#dropOldest();
    const left = RING_BYTES - (this.#written % RING_BYTES);
    if (left < 2 * MAX_PAYLOAD_BYTES) this.#written += left;
    const at = this.#written % RING_BYTES;
    const inputBytes = write(ring, at, input);
    const outputBytes = output === undefined ? NO_OUTPUT : write(ring, at + inputBytes, output);
    const slot = this.#next++ % MAX_KEPT;
    this.#ids[slot] = requestId;
    this.#requests[slot] = request;
    this.#starts[slot] = this.#written;
    this.#inputs[slot] = inputBytes;
    this.#outputs[slot] = outputBytes;
    this.#cuts[slot] = (isLonger(input, inputBytes) ? 1 : 0) + (output !== undefined && isLonger(output, outputBytes) ? 2 : 0);
    this.#written += inputBytes + Math.max(0, outputBytes);
    this.#characters += charactersOf(request);
    while (this.#characters > MAX_CHARACTERS) this.#dropOldest();
  }

  #dropOldest(): void {
    const slot = this.#first++ % MAX_KEPT;
    this.#characters -= charactersOf(this.#requests[slot]);
    this.#requests[slot] = undefined;
  }

  /** The last payload of that id; with `isRequest` the last request over HTTP: a function may run with the id of its request after the answer. */
  find(requestId: string, isRequest = false): Payload | undefined {
    for (let number = this.#next - 1; number >= this.#first; number--) {
      const slot = number % MAX_KEPT;
      // Older payloads were written over.
      if (this.#written - this.#starts[slot]! > RING_BYTES) return undefined;
      if (this.#ids[slot] === requestId && (!isRequest || this.#requests[slot])) return this.#read(slot);
    }
    return undefined;
  }

  #read(slot: number): Payload {
    const at = this.#starts[slot]! % RING_BYTES;
    const end = at + this.#inputs[slot]!;
    const output = this.#outputs[slot]!;
    return {
      request: this.#requests[slot],
      input: Buffer.from(this.#ring!.subarray(at, end)),
      output: output === NO_OUTPUT ? undefined : Buffer.from(this.#ring!.subarray(end, end + output)),
      isInputCut: (this.#cuts[slot]! & 1) !== 0,
      isOutputCut: (this.#cuts[slot]! & 2) !== 0,
    };
  }

  clear(): void {
    while (this.#first < this.#next) this.#dropOldest();
    this.#ring = undefined;
  }
}

function charactersOf(request: SentRequest | undefined): number {
  if (!request) return 0;
  let characters = request.url.length;
  for (const text of request.rawHeaders) characters += text.length;
  return characters;
}

/** The bytes that were written: no more than are kept of one, and no part of a character. */
function write(ring: Buffer, at: number, bytes: Bytes): number {
  if (typeof bytes === 'string') return ring.write(bytes, at, MAX_PAYLOAD_BYTES);
  const kept = bytes.length <= MAX_PAYLOAD_BYTES ? bytes : bytes.subarray(0, MAX_PAYLOAD_BYTES);
  ring.set(kept, at);
  return kept.length;
}

/** A character has four bytes at most: a shorter text was written whole. */
const isLonger = (bytes: Bytes, written: number): boolean =>
  bytes.length > written || (typeof bytes === 'string' && written > MAX_PAYLOAD_BYTES - 4 && Buffer.byteLength(bytes) > written);
