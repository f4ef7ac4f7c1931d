// The execution log of one request: the lines of log groups, and the lines that TestInvokeMethod answers.

export interface LogLine {
  readonly atMs: number;
  readonly text: string;
  /** Holds a body: written to log groups only where the stage traces data. */
  readonly isData: boolean;
}

/** Limit: characters of a line of an execution log. Longer lines are cut, as in the cloud. */
const MAX_LINE = 1024;
const FAILURE = /^(?:Lambda e|E)xecution failed(?: due to configuration error)?:? /;

export class ExecutionLog {
  readonly #requestId: string;
  readonly #now: () => number;
  readonly #lines: LogLine[] = [];

  constructor(requestId: string, now: () => number) {
    this.#requestId = requestId;
    this.#now = now;
  }

  write(text: string, isData = false): void {
    const cut = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} [TRUNCATED]` : text;
    this.#lines.push({ atMs: this.#now(), text: cut, isData });
  }

  /** A line with a body, which is read no further than the line goes. */
  writeData(label: string, body: Uint8Array): void {
    this.write(`${label}: ${Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_LINE + 1)).toString()}`, true);
  }

  /** The reason in the last line that tells of a failure; undefined where none does. */
  get failure(): string | undefined {
    const line = this.#lines.findLast(({ text }) => FAILURE.test(text));
    return line?.text.replace(FAILURE, '');
  }

  get lines(): readonly LogLine[] {
    return this.#lines.map((line) => ({ ...line, text: `(${this.#requestId}) ${line.text}` }));
  }

  /** `Thu Jan 01 00:00:00 UTC 2026 : Starting execution for request: …` */
  get text(): string {
    const lines = this.#lines.map(({ atMs, text }) => `${javaDate(atMs)} : ${text}\n`);
    return `Execution log for request ${this.#requestId}\n${lines.join('')}`;
  }
}

function javaDate(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} UTC ${year}`;
}
