// Debug sessions: while one is open, the processes of one version of a function start with a debugger, and whoever opened it is told where.

import type { LogRecord } from '#runtime-init/invocation';
import { invalidParameter } from '#services/lambda/faults';

/** One line of a session's answer. */
export type DebugEvent =
  /** A process waits for a debugger at `host:port`; a later one of the same environment has replaced it. */
  | { readonly type: 'listening'; readonly environment: string; readonly address: string }
  | { readonly type: 'attached' | 'gone'; readonly environment: string }
  /** No process can be started, or it has no debugger. */
  | { readonly type: 'unavailable'; readonly reason: string };

const LISTENING = /^Debugger listening on (?:ws:\/\/)?([\w.[\]:-]+?:\d+)(?:\/\S*)?$/;
const ATTACHED = /^Debugger attached\.$/;
const MISSING = /^Debugger missing: (.*)$/;

export class DebugSession implements AsyncIterableIterator<DebugEvent> {
  readonly id: string;
  readonly #runtime: string;
  readonly #onClose: () => void;
  readonly #events: DebugEvent[] = [];
  #waiting: ((result: IteratorResult<DebugEvent>) => void) | undefined;
  #closed = false;

  constructor(id: string, runtime: string, onClose: () => void) {
    this.id = id;
    this.#runtime = runtime;
    this.#onClose = onClose;
  }

  /** The variables that open the debugger, at a free port of loopback. Debuggers that the function itself names are left out. */
  variables(own: Readonly<Record<string, string>>): Record<string, string> {
    if (!this.#runtime.startsWith('nodejs')) return { ...own, _EMULATOR_DEBUGGER: 'debugpy' };
    const others = (own['NODE_OPTIONS'] ?? '').split(/\s+/).filter((flag) => flag !== '' && !/^--inspect(?!-publish)/.test(flag));
    return { ...own, NODE_OPTIONS: [...others, '--inspect=127.0.0.1:0'].join(' ') };
  }

  /** Reads a line of a process. */
  read(environment: string, { source, text }: LogRecord): void {
    if (source !== 'function') return;
    const [, address] = LISTENING.exec(text) ?? [];
    const [, reason] = MISSING.exec(text) ?? [];
    if (address !== undefined) this.#tell({ type: 'listening', environment, address });
    else if (ATTACHED.test(text)) this.#tell({ type: 'attached', environment });
    else if (reason !== undefined) this.#tell({ type: 'unavailable', reason });
  }

  /** The environment has ended. */
  gone(environment: string): void {
    this.#tell({ type: 'gone', environment });
  }

  /** No process can be started. */
  fail(reason: string): void {
    this.#tell({ type: 'unavailable', reason });
  }

  #tell(event: DebugEvent): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting({ done: false, value: event });
    else this.#events.push(event);
  }

  next(): Promise<IteratorResult<DebugEvent>> {
    const event = this.#events.shift();
    if (event) return Promise.resolve({ done: false, value: event });
    if (this.#closed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Ends the session. It can be called any number of times. */
  return(): Promise<IteratorResult<DebugEvent>> {
    const done = { done: true, value: undefined } as const;
    if (!this.#closed) {
      this.#closed = true;
      this.#waiting?.(done);
      this.#onClose();
    }
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

export class DebugSessions {
  /** By the fleet of the version. */
  readonly #sessions = new Map<string, DebugSession>();

  /** Asked before each invocation. */
  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  of(fleet: string): DebugSession | undefined {
    return this.#sessions.get(fleet);
  }

  /** @throws Fault if there is one already, or if the runtime has no debugger that can be opened from outside */
  open(
    fleet: string,
    { id, runtime = '' }: { readonly id: string; readonly runtime: string | undefined },
    closed: () => void,
  ): DebugSession {
    if (!/^(nodejs|python)/.test(runtime))
      throw invalidParameter(
        `A debugger is opened for Node.js and Python only, and this function's runtime is ${runtime || 'in its image'}.`,
      );
    if (this.#sessions.has(fleet)) throw invalidParameter('A debugger is open for this function already.');
    const session = new DebugSession(id, runtime, () => {
      this.#sessions.delete(fleet);
      closed();
    });
    this.#sessions.set(fleet, session);
    return session;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.return()));
  }
}
