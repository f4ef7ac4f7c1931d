// The execution log of one request: the lines of log groups, and the lines that TestInvokeMethod answers.
import type { HeaderList } from './rest-request.ts';

export interface LogLine {
  readonly atMs: number;
  readonly text: string;
  /** Holds a body: written to log groups only where the stage traces data. */
  readonly isData: boolean;
}

interface Written extends Omit<LogLine, 'text'> {
  readonly text: string | (() => string);
}

const textOf = ({ text }: Written): string => (typeof text === 'string' ? text : text());

/** Limit: characters of a line of an execution log. Longer lines are cut, as in the cloud. */
const MAX_LINE = 1024;
const FAILURE = /^(?:Lambda e|E)xecution failed(?: due to configuration error)?:? /;

const cut = (text: string): string => (text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} [TRUNCATED]` : text);

function shownValues(values: HeaderList): string {
  let shown = '';
  for (const [name, value] of values) {
    shown += `${shown && ', '}${name}=${value}`;
    if (shown.length > MAX_LINE) break;
  }
  return `{${shown}}`;
}

export class ExecutionLog {
  readonly #requestId: string;
  readonly #now: () => number;
  readonly #lines: Written[] = [];

  constructor(requestId: string, now: () => number) {
    this.#requestId = requestId;
    this.#now = now;
  }

  write(text: string, isData = false): void {
    this.#lines.push({ atMs: this.#now(), text: cut(text), isData });
  }

  /** A line with headers or parameters (`{Accept=application/json, Host=…}`), made only where somebody reads it. */
  writeValues(label: string, values: HeaderList): void {
    this.#lines.push({ atMs: this.#now(), text: () => cut(`${label}: ${shownValues(values)}`), isData: true });
  }

  /** A line with a body, which is read no further than the line goes. */
  writeData(label: string, body: Uint8Array): void {
    const shown = (): string => Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_LINE + 1)).toString();
    this.#lines.push({ atMs: this.#now(), text: () => cut(`${label}: ${shown()}`), isData: true });
  }

  /** Time since the last line was written. */
  get sinceLastLineMs(): number {
    return this.#now() - (this.#lines.at(-1)?.atMs ?? this.#now());
  }

  /** The reason in the last line that tells of a failure; undefined where none does. */
  get failure(): string | undefined {
    const line = this.#lines.findLast(({ text }) => typeof text === 'string' && FAILURE.test(text));
    return line && textOf(line).replace(FAILURE, '');
  }

  get lines(): readonly LogLine[] {
    return this.#lines.map((line) => ({ ...line, text: `(${this.#requestId}) ${textOf(line)}` }));
  }

  /** `Thu Jan 01 00:00:00 UTC 2026 : Starting execution for request: …` */
  get text(): string {
    const lines = this.#lines.map((line) => `${javaDate(line.atMs)} : ${textOf(line)}\n`);
    return `Execution log for request ${this.#requestId}\n${lines.join('')}`;
  }
}

function javaDate(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} UTC ${year}`;
}
