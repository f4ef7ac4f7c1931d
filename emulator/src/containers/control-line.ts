// One environment's end of the control channel: commands wait here until it asks, and silence is noticed.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Command, encodeCommand, HEADERS, HEARTBEAT_MS, LOST_MS } from '#init/channel-wire';
import type { ControlLine, LineEvents } from './control-events.ts';

/** Why a request is not let in. */
export type LineRefusal = 'unknown' | 'secret' | 'second';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export class Line implements ControlLine {
  readonly events: LineEvents;
  readonly #secret: Buffer;
  readonly #onClose: () => void;
  readonly #commands: Uint8Array[] = [];
  #instance: string | undefined;
  #waiting: ServerResponse | undefined;
  /** While it waits: the next heartbeat. Else: the moment at which it is taken for gone. */
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(token: string, events: LineEvents, onClose: () => void) {
    this.#secret = digest(`Bearer ${token}`);
    this.events = events;
    this.#onClose = onClose;
  }

  /** Nothing when the request may pass: it has the secret and comes from the program that dialled in first. */
  refusal(given: IncomingHttpHeaders): LineRefusal | undefined {
    if (!timingSafeEqual(digest(given.authorization ?? ''), this.#secret)) return 'secret';
    const instance = String(given[HEADERS.instance] ?? '');
    this.#instance ??= instance;
    if (instance !== this.#instance) return 'second';
    if (!this.#waiting) this.#expect();
    return undefined;
  }

  get open(): boolean {
    return !this.#closed;
  }

  send(command: Command, payload?: Uint8Array): void {
    this.#commands.push(encodeCommand(command, payload));
    this.#serve();
  }

  /** It asks for the next command. A question asked before has lost its connection. */
  wait(response: ServerResponse): void {
    this.#waiting?.destroy();
    this.#waiting = response;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#answer(204), HEARTBEAT_MS).unref();
    response.on('close', () => {
      if (this.#waiting !== response) return;
      this.#waiting = undefined;
      this.#expect();
    });
    this.#serve();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#waiting?.writeHead(410, { Connection: 'close' }).end();
    this.#waiting = undefined;
    this.#onClose();
  }

  #serve(): void {
    if (!this.#waiting || this.#commands.length === 0) return;
    this.#answer(200, this.#commands.shift());
  }

  #answer(status: number, body: Uint8Array = new Uint8Array()): void {
    const response = this.#waiting;
    this.#waiting = undefined;
    this.#expect();
    response?.writeHead(status, { 'Content-Length': body.length }).end(body);
  }

  /** Some word from it is due. */
  #expect(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.events.lost(), LOST_MS).unref();
  }
}
