// A call that came over HTTP. A class so that the abort signal is made only when someone waits for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, HttpFacts, Trace } from '#core/call';
import type { Principal } from '#core/principal';

/** What the gateway knows of a call; the rest follows from the connection. */
export type HttpCallParts = Omit<Call, 'trace' | 'signal'> & { readonly http: HttpFacts };

export class HttpCall implements Call {
  readonly service: string;
  readonly operation: string;
  readonly input: object;
  readonly account: string;
  readonly region: string;
  readonly principal: Principal;
  readonly requestId: string;
  readonly trace: Trace;
  readonly origin: string;
  readonly http: HttpFacts;
  private readonly response: ServerResponse;
  private readonly stopping: AbortSignal;
  private made: AbortSignal | undefined;

  constructor(parts: HttpCallParts, response: ServerResponse, stopping: AbortSignal) {
    this.service = parts.service;
    this.operation = parts.operation;
    this.input = parts.input;
    this.account = parts.account;
    this.region = parts.region;
    this.principal = parts.principal;
    this.requestId = parts.requestId;
    this.trace = { id: parts.requestId, depth: 0 };
    this.origin = parts.origin;
    this.http = parts.http;
    this.response = response;
    this.stopping = stopping;
  }

  /** Aborted when the client has gone before the answer was written, or when the emulator stops. */
  get signal(): AbortSignal {
    if (this.made) return this.made;
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    this.stopping.addEventListener('abort', abort, { once: true });
    this.response.once('close', () => {
      this.stopping.removeEventListener('abort', abort);
      if (!this.response.writableFinished) abort();
    });
    this.made = controller.signal;
    return this.made;
  }
}

export type Raw = { readonly request: IncomingMessage; readonly response: ServerResponse };
