// The log of one environment. It collects lines during an invocation and writes them to their stream afterwards, in order.
import type { LogRecord } from '#containers/container-runtime';
import type { CallOptions } from '#core/call';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inBatches } from '#lib/in-batches';
import type { LoggingSettings } from '#services/lambda/state';
import { FUNCTION_LOG_FAILED } from './messages.ts';

export interface FunctionLogTarget {
  readonly functionName: string;
  readonly stream: string;
  readonly logging: Frozen<LoggingSettings>;
  /** ARN of the function's role, in which the log is written. */
  readonly role: string;
}

const MAX_BATCH = { bytes: 1_048_576, count: 10_000 };
/** Bytes that the log service counts for each event in addition to its text. */
const EVENT_BYTES = 26;
/** Limit: bytes of a line of a function's log. Longer lines become several events. */
const MAX_EVENT_BYTES = 262_144 - EVENT_BYTES;
const TAIL_BYTES = 4096;
const MAX_HELD = 5000;
const MAX_HELD_MS = 500;

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

interface LogEvent {
  readonly timestamp: number;
  readonly message: string;
}

export class FunctionLog {
  readonly #place: FunctionLogTarget;
  readonly #inRole: CallOptions;
  #records: LogRecord[] = [];
  /** The end of the invocation's log, including lines that are already in the stream. */
  #tail: string[] = [];
  #tailLength = 0;
  #written: Promise<void> = Promise.resolve();
  #made = false;

  constructor(place: FunctionLogTarget) {
    this.#place = place;
    this.#inRole = { withRole: place.role, isPlumbing: true };
  }

  /** False if the function's log levels filter the line out. */
  add(record: LogRecord): boolean {
    if (!isWanted(record, this.#place.logging)) return false;
    this.#records.push(record);
    this.#tail.push(messageOf(record));
    this.#tailLength += record.text.length + 1;
    while (this.#tailLength - this.#tail[0]!.length >= TAIL_BYTES) this.#tailLength -= this.#tail.shift()!.length;
    return true;
  }

  /** Whether the lines are enough, or old enough, to be written before the invocation ends. */
  get overdue(): boolean {
    const [first] = this.#records;
    return first !== undefined && (this.#records.length >= MAX_HELD || this.#records.at(-1)!.timeMs - first.timeMs > MAX_HELD_MS);
  }

  /** The lines since the last call. */
  take(): readonly LogRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** The last 4 KB since the last call, in base64: `LogResult`. */
  takeTail(): string {
    const text = this.#tail.join('');
    this.#tail = [];
    this.#tailLength = 0;
    return Buffer.from(text).subarray(-TAIL_BYTES).toString('base64');
  }

  /** Resolves when all lines so far are in the stream. Never rejects. */
  write(records: readonly LogRecord[], ctx: Ctx): Promise<void> {
    if (records.length === 0) return this.#written;
    const events = eventsOf(records, ctx.now() - Date.now());
    this.#written = this.#written
      .then(() => this.#put(events, ctx))
      .catch((error: unknown) =>
        ctx.log.write(FUNCTION_LOG_FAILED, {
          name: this.#place.functionName,
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
    return this.#written;
  }

  async #put(events: readonly LogEvent[], ctx: Ctx): Promise<void> {
    if (!this.#made) await this.#make(ctx);
    for (const batch of inBatches(events, ({ message }) => Buffer.byteLength(message) + EVENT_BYTES, MAX_BATCH)) {
      try {
        await this.#send(batch, ctx);
      } catch (error) {
        if (!isFault(error, 'ResourceNotFoundException')) throw error;
        // Somebody has deleted the group or the stream.
        await this.#make(ctx);
        await this.#send(batch, ctx);
      }
    }
  }

  async #send(logEvents: readonly LogEvent[], ctx: Ctx): Promise<void> {
    const { stream, logging } = this.#place;
    await ctx.call('logs', 'PutLogEvents', { logGroupName: logging.group, logStreamName: stream, logEvents }, this.#inRole);
  }

  async #make(ctx: Ctx): Promise<void> {
    const { stream, logging } = this.#place;
    const orThere = (error: unknown) => {
      if (!isFault(error, 'ResourceAlreadyExistsException')) throw error;
    };
    const names = { logGroupName: logging.group, logStreamName: stream };
    const makeStream = () => ctx.call('logs', 'CreateLogStream', names, this.#inRole).then(() => undefined, orThere);
    try {
      await makeStream();
    } catch (error) {
      if (!isFault(error, 'ResourceNotFoundException')) throw error;
      await ctx.call('logs', 'CreateLogGroup', { logGroupName: logging.group }, this.#inRole).then(() => undefined, orThere);
      await makeStream();
    }
    this.#made = true;
  }
}

const isFault = (error: unknown, code: string): boolean => error instanceof Fault && error.code === code;

function isWanted(record: LogRecord, { format, applicationLevel, systemLevel }: Frozen<LoggingSettings>): boolean {
  if (format !== 'JSON') return true;
  const least = record.source === 'platform' ? systemLevel : applicationLevel;
  const level = LEVELS.indexOf((record.level ?? levelIn(record.text)).toUpperCase());
  return level < 0 || level >= LEVELS.indexOf(least ?? 'INFO');
}

/** The level in a line of JSON. The service only respects it if the line has a timestamp, too. */
function levelIn(text: string): string {
  if (!text.startsWith('{')) return 'INFO';
  try {
    const { level, timestamp } = JSON.parse(text) as { level?: unknown; timestamp?: unknown };
    const dated = typeof timestamp === 'string' && /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d/.test(timestamp);
    return dated && typeof level === 'string' && LEVELS.includes(level.toUpperCase()) ? level : 'INFO';
  } catch {
    return 'INFO';
  }
}

const messageOf = ({ text }: LogRecord): string => `${text}\n`;

/** Sorted by time, as the log service demands. */
function eventsOf(records: readonly LogRecord[], offsetMs: number): LogEvent[] {
  return records
    .flatMap((record) => pieces(messageOf(record)).map((message) => ({ timestamp: Math.floor(record.timeMs + offsetMs), message })))
    .sort((a, b) => a.timestamp - b.timestamp);
}

/** Splits a line that is too long for one event. */
function pieces(message: string): string[] {
  if (Buffer.byteLength(message) <= MAX_EVENT_BYTES) return [message];
  const bytes = Buffer.from(message);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(bytes.length, at + MAX_EVENT_BYTES);
    // Never splits a character.
    while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
    found.push(bytes.toString('utf8', at, end));
    at = end;
  }
  return found;
}
