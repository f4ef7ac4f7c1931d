// The emulator's end of one environment's control channel: commands wait here until the environment asks, and its silence is noticed.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Command, encodeCommand, HEADERS, HEARTBEAT_MS, LOST_MS } from '#runtime-init/channel-wire';
import type { ControlLine, LineEvents } from './control-events.ts';

/** Why a request is refused. */
export type LineRefusal = 'unknown' | 'secret' | 'second';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export class Line implements ControlLine {
  readonly events: LineEvents;
  readonly #secret: Buffer;
  readonly #onClose: () => void;
  readonly #commands: Uint8Array[] = [];
  #instance: string | undefined;
  #waiting: ServerResponse | undefined;
  /** While the environment waits: the next heartbeat. Otherwise: when it counts as gone. */
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(token: string, events: LineEvents, onClose: () => void) {
    this.#secret = digest(`Bearer ${token}`);
    this.events = events;
    this.#onClose = onClose;
  }

  /** Undefined when the request may pass: it has the secret and comes from the program that connected first, or before it for code. */
  refusal(given: IncomingHttpHeaders, isCode = false): LineRefusal | undefined {
    if (!timingSafeEqual(digest(given.authorization ?? ''), this.#secret)) return 'secret';
    if (isCode && given[HEADERS.instance] === undefined) return undefined;
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

  /** The environment asks for the next command. An earlier request that still waits has lost its connection. */
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

  /** The environment receives a long answer: until its end it need not send anything. */
  receives(response: ServerResponse): void {
    clearTimeout(this.#timer);
    response.on('close', () => {
      if (!this.#waiting && this.#instance !== undefined) this.#expect();
    });
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

  /** Starts the time within which the environment must send something. */
  #expect(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.events.lost(), LOST_MS).unref();
  }
}
