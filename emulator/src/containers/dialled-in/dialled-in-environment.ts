// The emulator's side of one environment that dials in: commands go out over its line, reports come back; its engine reports its end.

import type {
  Environment,
  EnvironmentSpec,
  Invocation,
  InvokeHandle,
  InvokeOutcome,
  InvokeReport,
  LogRecord,
} from '#containers/container-runtime';
import type { ControlLine, LineEvents } from '#containers/control-events';
import { type Command, HEARTBEAT_MS, LOST_MS, type LogsBody, type ReadyBody, type StatusName } from '#runtime-init/channel-wire';
import { type ErrorBody, encodeError, exitError, stoppedError } from '#runtime-init/errors';
import { reportOf } from '#runtime-init/phase-end';
import { failureLine, reportLines } from '#runtime-init/telemetry/platform-lines';
import { type EnvironmentParts, hasLoaded } from './environment-parts.ts';

/** How long a container may take to end by itself: the time of extensions for their shutdown, and some reserve. */
const STOP_MS = 3000;
/** As long as the gateway waits for open requests. */
const CLOSING_MS = 1500;
/** The init phase has 10 seconds of its own, and an end takes time: beyond this the environment itself hangs. */
const BESIDES_TIMEOUT_MS = 10_000 + STOP_MS + HEARTBEAT_MS + LOST_MS;

interface Current {
  readonly invocation: Invocation;
  readonly startedAt: number;
  readonly respond: (outcome: InvokeOutcome) => void;
  readonly finish: (report: InvokeReport) => void;
  readonly timer: NodeJS.Timeout;
  outcome?: InvokeOutcome;
  report?: InvokeReport;
}

export class DialledInEnvironment implements Environment {
  readonly id: string;
  readonly stopped: Promise<void>;
  readonly #parts: EnvironmentParts;
  readonly #spec: EnvironmentSpec;
  readonly #awaited = new Map<StatusName, (body: Uint8Array) => void>();
  #line: ControlLine | undefined;
  #state: Environment['state'] = 'starting';
  #fresh = true;
  #current: Current | undefined;
  #done: Promise<unknown> = Promise.resolve();
  #initialising: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #gone = false;
  #settleStopped!: () => void;
  #noticeGone!: () => void;
  readonly #goneNotice: Promise<void>;

  constructor(parts: EnvironmentParts) {
    this.#parts = parts;
    this.#spec = parts.spec;
    this.id = parts.spec.id;
    this.stopped = new Promise((resolve) => {
      this.#settleStopped = resolve;
    });
    this.#goneNotice = new Promise((resolve) => {
      this.#noticeGone = resolve;
    });
  }

  get state(): Environment['state'] {
    return this.#state;
  }

  get sharesFolders(): boolean {
    return this.#parts.isMounted() || this.copiesFolders;
  }

  get copiesFolders(): boolean {
    return this.#parts.changes !== undefined;
  }

  get fresh(): boolean {
    return this.#fresh;
  }

  /** The events that its line reports. */
  get events(): LineEvents {
    return {
      status: (name, body) => this.#status(name, body),
      logs: (body) => this.#logs(body),
      chunk: (requestId, chunk, contentType) => {
        if (this.#current?.invocation.requestId === requestId) this.#current.invocation.onChunk?.(chunk, contentType);
      },
      outcome: (requestId, outcome) => this.#outcome(requestId, outcome),
      code: (sha256) => this.#parts.code(sha256),
      lost: () => void this.#lost(),
      closing: () => this.#closing(),
    };
  }

  use(line: ControlLine): void {
    this.#line = line;
  }

  /** Resolves when it has connected. Rejects with a reason when it could not start. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#awaited.set('ready', (body) => {
        if (!(JSON.parse(Buffer.from(body).toString()) as ReadyBody).isFiltered) this.#parts.onUnfiltered();
        if (this.#state === 'starting') this.#state = 'parked';
        resolve();
      });
      this.#awaited.set('error', (body) => reject(new Error((JSON.parse(Buffer.from(body).toString()) as ErrorBody).errorMessage)));
    });
  }

  init(): Promise<void> {
    if (this.#initialising) return this.#initialising;
    if (!this.#fresh || this.#state !== 'parked') return Promise.resolve();
    this.#fresh = false;
    this.#initialising = this.#ask({ kind: 'init' }, 'initialised').then((body) => {
      this.#initialising = undefined;
      if (this.#state === 'parked' && hasLoaded(body)) this.#state = 'idle';
    });
    return this.#initialising;
  }

  invoke(invocation: Invocation): InvokeHandle {
    if (this.#state !== 'parked' && this.#state !== 'idle') throw new Error(`An environment that is ${this.#state} takes no invocation.`);
    this.#state = 'busy';
    this.#fresh = false;
    const { payload, onChunk, ...rest } = invocation;
    let respond!: (outcome: InvokeOutcome) => void;
    let finish!: (report: InvokeReport) => void;
    const response = new Promise<InvokeOutcome>((resolve) => {
      respond = resolve;
    });
    const done = new Promise<InvokeReport>((resolve) => {
      finish = resolve;
    });
    const timer = setTimeout(() => this.ended('it overstayed its own limit'), this.#spec.timeoutMs + BESIDES_TIMEOUT_MS);
    this.#current = { invocation, startedAt: performance.now(), respond, finish, timer };
    this.#done = done;
    this.#line?.send({ kind: 'invoke', invocation: { ...rest, streams: onChunk !== undefined } }, payload);
    return { response, done };
  }

  async reset(): Promise<void> {
    while (this.#state === 'busy') await this.#done;
    if (!this.#canRest) return;
    const changes = await this.#parts.changes?.();
    if (!this.#canRest) return;
    await this.#ask({ kind: 'reset', changes }, 'reset');
    if (!this.#canRest) return;
    this.#fresh = true;
    this.#state = 'parked';
  }

  get #canRest(): boolean {
    return this.#state === 'parked' || this.#state === 'idle';
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** The emulator stops: callers that wait for an answer have a moment to get it. */
  async #closing(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSING_MS);
    });
    if (this.#state === 'busy') await Promise.race([this.#done, late]);
    clearTimeout(timer);
    await this.stop();
  }

  async #lost(): Promise<void> {
    if (this.#gone) return;
    const { why, code } = (await this.#parts.whyLost?.()) ?? {};
    this.ended(why ?? 'it does not answer any more', code === undefined ? undefined : { code });
  }

  /** The container has ended, or can no longer be used. */
  ended(why: string, exit?: { readonly code: number }): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#noticeGone();
    const requestId = this.#current?.invocation.requestId ?? '';
    const error =
      this.#state === 'stopping'
        ? stoppedError(requestId)
        : exit
          ? exitError(exit.code > 128 ? { signal: exit.code === 137 ? 'SIGKILL' : 'SIGTERM' } : { code: exit.code }, requestId)
          : { errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: The environment was lost: ${why}.` };
    this.#fail(error);
    void this.stop();
  }

  async #stop(): Promise<void> {
    const listens = this.#state !== 'starting' && !this.#gone && this.#line?.open === true;
    this.#state = 'stopping';
    let ending = this.#gone;
    if (listens) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      const ended = this.#ask({ kind: 'stop' }, 'stopped').then(() => {
        ending = true;
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
    }
    this.#gone = true;
    this.#noticeGone();
    if (this.#current) this.#fail(stoppedError(this.#current.invocation.requestId));
    await this.#parts.remove(ending);
    this.#line?.close();
    this.#state = 'stopped';
    this.#parts.onStopped(this);
    this.#settleStopped();
  }

  /** Sends a command; resolves with the body of the report when it has been carried out, or with nothing when it never will be. */
  #ask(command: Exclude<Command, { kind: 'invoke' }>, status: StatusName): Promise<Uint8Array | undefined> {
    const reported = new Promise<Uint8Array>((resolve) => this.#awaited.set(status, resolve));
    this.#line?.send(command);
    return Promise.race([reported, this.#goneNotice.then(() => undefined)]);
  }

  #status(name: StatusName, body: Uint8Array): void {
    const take = this.#awaited.get(name);
    this.#awaited.delete(name);
    take?.(body);
  }

  #logs({ records, report }: LogsBody): void {
    const current = this.#current;
    for (const record of records) {
      if (record.debugger && record.debugger.kind !== 'gone') clearTimeout(current?.timer);
      this.#spec.onLog(record);
    }
    if (!report || current?.invocation.requestId !== report.requestId) return;
    current.report = report;
    this.#lookDone(current);
  }

  #outcome(requestId: string, outcome: InvokeOutcome): void {
    const current = this.#current;
    if (current?.invocation.requestId !== requestId || current.outcome) return;
    current.outcome = outcome;
    current.respond(outcome);
    this.#lookDone(current);
  }

  /** The answer and the report come on different connections, in any order. */
  #lookDone(current: Current): void {
    const { outcome, report } = current;
    if (!outcome || !report) return;
    clearTimeout(current.timer);
    this.#current = undefined;
    if (this.#state === 'busy') this.#state = 'idle';
    current.finish(report);
  }

  /** The current invocation ends here; completes its log in place of the environment. */
  #fail(error: ErrorBody): void {
    const current = this.#current;
    if (!current) return;
    const { requestId } = current.invocation;
    const { logFormat, timeoutMs, memoryMb } = this.#spec;
    const kind = error.errorType === 'Sandbox.Stopped' ? ('stopped' as const) : ('exit' as const);
    current.outcome ??= { kind, body: encodeError(error), errorType: error.errorType };
    current.respond(current.outcome);
    if (!current.report) {
      const durationMs = performance.now() - current.startedAt;
      current.report = reportOf(current.outcome, { requestId, durationMs, initDurationMs: undefined, memoryMb, peakBytes: 0 });
      const now = Date.now();
      const failure = kind === 'stopped' ? undefined : failureLine(logFormat, now, requestId, error, timeoutMs);
      const lines = [failure, ...reportLines(logFormat, now, current.report)];
      for (const text of lines) if (text !== undefined) this.#platform({ source: 'platform', timeMs: now, text, requestId });
    }
    this.#lookDone(current);
  }

  #platform(record: LogRecord): void {
    this.#spec.onLog(record);
  }
}
