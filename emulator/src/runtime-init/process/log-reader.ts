// Turns the output of a process into log events: lines of stdout and stderr, and the framed records of the telemetry descriptor.

/** Limit: bytes of a line of a function's log. Longer lines are cut. */
const MAX_LINE_BYTES = 262_144;
const NEWLINE = 0x0a;

/** Splits bytes into lines, and decodes only whole ones (a character may be cut between two chunks). */
export class LineReader {
  #rest: Buffer[] = [];
  #restBytes = 0;
  readonly #onLine: (line: string) => void;
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }
  write(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.end(true);
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }
  /** Emits the remaining text, which has no line break. */
  end(evenEmpty = false): void {
    if (this.#restBytes === 0 && !evenEmpty) return;
    const line = Buffer.concat(this.#rest).toString();
    this.#rest = [];
    this.#restBytes = 0;
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
  #keep(part: Buffer): void {
    let piece = part;
    while (this.#restBytes + piece.length > MAX_LINE_BYTES) {
      const room = MAX_LINE_BYTES - this.#restBytes;
      this.#rest.push(piece.subarray(0, room));
      this.#restBytes = MAX_LINE_BYTES;
      this.end();
      piece = piece.subarray(room);
    }
    if (piece.length === 0) return;
    this.#rest.push(piece);
    this.#restBytes += piece.length;
  }
}

export interface Frame {
  readonly timeMs: number;
  readonly level: string | undefined;
  readonly text: string;
}

interface OpenFrame extends Omit<Frame, 'text'> {
  left: number;
  /** A part of its text has been told. */
  begun: boolean;
}

const LEVELS = [undefined, 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
/** `0xa55a0003` text, `0xa55a0002` JSON, the level in the bits above the lowest two. */
const FRAME_MAGIC = 0xa55a;
const HEADER_BYTES = 16;

/**
 * Frames of `_LAMBDA_TELEMETRY_LOG_FD`: u32 type, u32 length, u64 microseconds, bytes; big endian. Long texts become several frames, as long
 * lines do: a function may claim any length.
 */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #have = 0;
  /** Bytes needed before anything can be read: joining chunks earlier would copy a large frame again and again. */
  #need = HEADER_BYTES;
  /** The frame that is being read, and the bytes of its text to come. */
  #frame: OpenFrame | undefined;
  readonly #onFrame: (frame: Frame) => void;
  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }
  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#have += bytes.length;
    if (this.#have < this.#need) return;
    let buffer: Buffer = Buffer.concat(this.#chunks);
    for (;;) {
      const taken = this.#frame ? this.#text(this.#frame, buffer) : this.#header(buffer);
      if (taken === undefined) break;
      buffer = buffer.subarray(taken);
    }
    this.#chunks = [buffer];
    this.#have = buffer.length;
  }
  /** Returns the bytes that it has read; undefined if more are needed. */
  #header(buffer: Buffer): number | undefined {
    this.#need = HEADER_BYTES;
    if (buffer.length < HEADER_BYTES) return undefined;
    const type = buffer.readUInt32BE(0);
    if (type >>> 16 !== FRAME_MAGIC) {
      // The function itself wrote to the descriptor: show its text rather than lose the stream.
      this.#onFrame({ timeMs: Date.now(), level: undefined, text: buffer.toString() });
      return buffer.length;
    }
    const timeMs = Math.floor(Number(buffer.readBigUInt64BE(8)) / 1000);
    this.#frame = { timeMs, level: LEVELS[(type >>> 2) & 7], left: buffer.readUInt32BE(4), begun: false };
    return HEADER_BYTES;
  }
  /** As above. */
  #text(frame: OpenFrame, buffer: Buffer): number | undefined {
    const length = Math.min(frame.left, MAX_LINE_BYTES);
    this.#need = length;
    if (buffer.length < length) return undefined;
    const { timeMs, level, begun } = frame;
    let text = buffer.toString('utf8', 0, length);
    frame.left -= length;
    frame.begun = true;
    if (frame.left === 0) {
      this.#frame = undefined;
      text = text.endsWith('\n') ? text.slice(0, -1) : text;
    }
    if (text !== '' || !begun) this.#onFrame({ timeMs, level, text });
    return length;
  }
}
