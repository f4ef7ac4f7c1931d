// The client of a request over HTTP. A class, so that the abort signal is made only when something listens to it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Caller } from '#core/call';

export class HttpCaller implements Caller {
  readonly #response: Pick<Writable, 'once' | 'writableFinished'>;
  readonly #stopping: AbortSignal;
  #signal: AbortSignal | undefined;

  /** `response`: the answer, or the connection of a WebSocket. */
  constructor(response: Pick<Writable, 'once' | 'writableFinished'>, stopping: AbortSignal) {
    this.#response = response;
    this.#stopping = stopping;
  }

  /** Aborted when the client disconnects before the answer was written, or when the emulator stops. */
  get signal(): AbortSignal {
    return (this.#signal ??= this.#listen());
  }

  #listen(): AbortSignal {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    this.#stopping.addEventListener('abort', abort, { once: true });
    this.#response.once('close', () => {
      this.#stopping.removeEventListener('abort', abort);
      if (!this.#response.writableFinished) abort();
    });
    return controller.signal;
  }
}

export type Raw = { readonly request: IncomingMessage; readonly response: ServerResponse };
