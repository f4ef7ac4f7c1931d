// Reports to the emulator: log records in order, streamed pieces, outcomes, and the report that ends an invocation.

import { HEADERS, type LogsBody, type StatusName } from '#runtime-init/channel-wire';
import type { InvokeOutcome, InvokeReport, LogRecord } from '#runtime-init/invocation';
import type { Channel } from './channel.ts';

const pathOf = (requestId: string, what: string) => `invocations/${encodeURIComponent(requestId)}/${what}`;

export class Reporter {
  readonly #channel: Channel;
  #records: LogRecord[] = [];
  #sent: Promise<void> = Promise.resolve();
  #scheduled = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Records that arrive while others are being sent are sent together. */
  log(record: LogRecord): void {
    this.#records.push(record);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#sent = this.#sent.then(async () => {
      this.#scheduled = false;
      const records = this.#records.splice(0);
      if (records.length > 0) await this.#channel.postJson('logs', { records } satisfies LogsBody);
    });
  }

  /** Sends the rest of an invocation's log and its report, after all earlier records. */
  async report(report: InvokeReport): Promise<void> {
    this.#sent = this.#sent.then(() => {
      const body: LogsBody = { records: this.#records.splice(0), report };
      return this.#channel.postJson(pathOf(report.requestId, 'logs'), body);
    });
    await this.#sent;
  }

  /** Sent after all earlier records. */
  async status(name: StatusName, body: object = {}): Promise<void> {
    await this.#sent;
    await this.#channel.postJson(`status/${name}`, body);
  }

  /** Sends the pieces of a streamed answer; the first piece opens the request. */
  stream(requestId: string): { onChunk(chunk: Uint8Array, contentType: string): void; end(): Promise<void> } {
    let post: ReturnType<Channel['openPost']> | undefined;
    return {
      onChunk: (chunk, contentType) => {
        post ??= this.#channel.openPost(pathOf(requestId, 'stream'), { 'Content-Type': contentType });
        post.write(chunk);
      },
      end: async () => post?.end(),
    };
  }

  async outcome(requestId: string, outcome: InvokeOutcome): Promise<void> {
    if (outcome.kind === 'response') {
      const more = { 'Content-Type': outcome.contentType, ...(outcome.streaming ? { [HEADERS.mode]: 'streaming' } : {}) };
      await this.#channel.post(pathOf(requestId, 'response'), outcome.body, more);
      return;
    }
    const more = {
      'Content-Type': 'application/json',
      [HEADERS.kind]: outcome.kind,
      [HEADERS.errorType]: encodeURIComponent(outcome.errorType),
    };
    await this.#channel.post(pathOf(requestId, 'error'), outcome.body, more);
  }
}
