// One environment's life: its process is started ahead, loads the user's code at the first invocation, answers one invocation at a time,
// and is replaced in place when it fails, overstays or is told to. The same machine drives embedded processes and, in a container, /var/rapid/init.

import type { Server } from 'node:http';
import { answerSink, type Current, createCurrent } from './current.ts';
import { exitError } from './errors.ts';
import type { Invocation, InvokeHandle, InvokeOutcome, InvokeReport, LogRecord } from './invocation.ts';
import { errorOf, type Failure, outcomeOf, type PhaseEnd, reportOf } from './phase-end.ts';
import { failureLine, initReportLine, type LogFormat, reportLines, startLine } from './platform-lines.ts';
import type { ExitInfo, Launch } from './process.ts';
import { ProcessSlot } from './process-slot.ts';
import { type AnswerSink, listenRuntimeApi, type Refusal, type RuntimeCalls } from './runtime-api.ts';

export interface InitOptions {
  readonly functionVersion: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly logFormat: LogFormat;
  /** The init phase's own limit. */
  readonly initTimeoutMs?: number | undefined;
  /** The process asks before it loads the user's code, so it can be started ahead. */
  readonly parks: boolean;
  readonly launch: Launch;
  readonly onLog: (record: LogRecord) => void;
}

export type InitState = 'starting' | 'parked' | 'idle' | 'busy' | 'stopping' | 'stopped';

type Deliver = (invocation: Invocation, deadlineMs: number) => boolean;

const initTimeoutMs = 10_000;
/** How long a timed-out caller waits at most for its process to be gone. */
const reapMs = 50;

const notAllowed = (what: string): Refusal => ({
  status: 403,
  errorType: 'InvalidStateTransition',
  errorMessage: `State transition to ${what} failed for runtime. Error: State transition is not allowed`,
});

export class Init {
  readonly #options: InitOptions;
  #server: Server | undefined;
  #state: InitState = 'starting';
  readonly #slot: ProcessSlot;
  #endPhase: ((end: PhaseEnd) => void) | undefined;
  #phase: 'none' | 'init' | 'invoke' = 'none';
  #waiting: Deliver | undefined;
  #fresh = true;
  #ready = false;
  #initialising: Promise<void> | undefined;
  #initDurationMs: number | undefined;
  #current: Current | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #lastExit: ExitInfo = {};

  constructor(options: InitOptions) {
    this.#options = options;
    this.#slot = new ProcessSlot({
      launch: options.launch,
      onRecord: (record) => this.#log({ ...record, requestId: this.#requestId() }),
      onGone: (exit) => this.#gone(exit),
    });
  }

  get state(): InitState {
    return this.#state;
  }

  get #ending(): boolean {
    return this.#state === 'stopping' || this.#state === 'stopped';
  }

  get fresh(): boolean {
    return this.#fresh;
  }

  /** Opens the Runtime API and starts the process ahead. Rejects when it cannot be started. */
  async start(): Promise<void> {
    const { server, address } = await listenRuntimeApi(this.#calls());
    this.#server = server;
    if (this.#state !== 'starting') {
      server.close();
      throw new Error('The environment was stopped while it started.');
    }
    this.#slot.address = address;
    if (this.#options.parks) await this.#slot.park();
    if (this.#state === 'starting') this.#state = 'parked';
  }

  /** The init phase, ahead of the first invocation. */
  init(): Promise<void> {
    if (this.#initialising) return this.#initialising;
    if (!this.#fresh || this.#ending) return Promise.resolve();
    this.#initialising = this.#firstInit().finally(() => {
      this.#initialising = undefined;
    });
    return this.#initialising;
  }

  invoke(invocation: Invocation): InvokeHandle {
    if (this.#state !== 'parked' && this.#state !== 'idle') throw new Error(`An environment that is ${this.#state} takes no invocation.`);
    this.#state = 'busy';
    const current = createCurrent(invocation);
    this.#current = current;
    const done = this.#serve(current);
    this.#running = done;
    return { response: current.response, done };
  }

  /** Replaces the process; a running invocation ends first. */
  async reset(): Promise<void> {
    while (this.#state === 'busy') await this.#running;
    if (this.#ending) return;
    await this.#kill();
    this.#respawn();
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#state = 'stopping';
    this.#endPhase?.({ kind: 'stopped' });
    await Promise.all([this.#kill(), this.#running]);
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#state = 'stopped';
  }

  // --- invocations

  async #serve(current: Current): Promise<InvokeReport> {
    const { invocation } = current;
    await this.init();
    current.initDurationMs = this.#initDurationMs;
    this.#initDurationMs = undefined;
    current.startedAt = performance.now();
    current.deadlineMs = invocation.deadlineMs ?? Date.now() + this.#options.timeoutMs;
    this.#platform((format, now) => startLine(format, now, invocation.requestId, this.#options.functionVersion));
    // Not ready: the init phase failed, or the process was replaced. The cloud then initialises within the invocation ("suppressed init").
    let end: PhaseEnd = this.#ready ? { kind: 'ready' } : await this.#initialise(current.deadlineMs - Date.now());
    if (end.kind === 'ready') {
      end = await this.#during('invoke', current.deadlineMs - Date.now(), () => this.#begin());
    }
    if (end.kind !== 'ready') await this.#fail(current, end);
    return this.#finish(current);
  }

  /** Ends a phase that did not end well: the caller gets its answer as soon as the process is gone. */
  async #fail(current: Current, failure: Failure): Promise<void> {
    const { requestId } = current.invocation;
    const { timeoutMs } = this.#options;
    const outcome = outcomeOf(failure, requestId, timeoutMs);
    const killed = this.#kill();
    await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, reapMs))]);
    // A process may fail after its answer: then the caller has it already, and only the report tells.
    if (current.answer !== 'given' || failure.kind === 'timeout') current.outcome = outcome;
    current.answer = 'given';
    current.respond(outcome);
    await killed;
    const error = failure.kind === 'stopped' ? undefined : errorOf(failure, requestId, timeoutMs);
    if (error) this.#platform((format, now) => failureLine(format, now, requestId, error, timeoutMs));
  }

  async #finish(current: Current): Promise<InvokeReport> {
    const durationMs = performance.now() - current.startedAt;
    await this.#slot.flush();
    const { logFormat, memoryMb } = this.#options;
    const { initDurationMs } = current;
    const { requestId } = current.invocation;
    const measures = { requestId, durationMs, initDurationMs, memoryMb, peakBytes: this.#slot.peakBytes };
    const report = reportOf(current.outcome as InvokeOutcome, measures);
    for (const text of reportLines(logFormat, Date.now(), report)) this.#platform(() => text);
    this.#current = undefined;
    if (this.#state === 'busy') {
      this.#state = 'idle';
      this.#respawn();
    }
    return report;
  }

  #begin(): void {
    // It may have ended between asking for work and getting it.
    if (this.#slot.empty) this.#endPhase?.({ kind: 'exit', exit: this.#lastExit });
    else this.#deliver();
  }

  /** Hands the invocation to the waiting runtime. A runtime whose connection broke asks once more. */
  #deliver(): void {
    const current = this.#current;
    const deliver = this.#waiting;
    if (!current || !deliver || this.#phase !== 'invoke') return;
    this.#waiting = undefined;
    this.#slot.watch();
    current.delivered = deliver(current.invocation, Math.floor(current.deadlineMs));
  }

  // --- phases and the process

  /** The init phase with its own limit. What fails here is tried once more by the invocation. */
  async #firstInit(): Promise<void> {
    const startedAt = performance.now();
    this.#fresh = false;
    const end = await this.#initialise(this.#options.initTimeoutMs ?? initTimeoutMs);
    const durationMs = performance.now() - startedAt;
    if (end.kind === 'ready') {
      this.#initDurationMs = durationMs;
      if (this.#state === 'parked') this.#state = 'idle';
      return;
    }
    await this.#kill();
    if (end.kind === 'stopped') return;
    this.#respawn();
    const errorType = end.kind === 'error' ? end.errorType : end.kind === 'exit' ? exitError(end.exit).errorType : '';
    this.#platform((format, now) => initReportLine(format, now, durationMs, end.kind === 'timeout' ? 'timeout' : 'error', errorType));
  }

  async #initialise(limitMs: number): Promise<PhaseEnd> {
    const end = await this.#during('init', limitMs, () => this.#slot.release());
    this.#ready = end.kind === 'ready';
    // What it wrote while loading stands before the START line.
    if (this.#ready) await this.#slot.flush();
    return end;
  }

  /** Runs a phase until the runtime asks for the next invocation, fails, or the time is over. */
  async #during(phase: 'init' | 'invoke', limitMs: number, begin: () => void): Promise<PhaseEnd> {
    if (this.#ending) return { kind: 'stopped' };
    const ended = new Promise<PhaseEnd>((resolve) => {
      this.#endPhase = resolve;
    });
    this.#phase = phase;
    const timer = setTimeout(() => this.#endPhase?.({ kind: 'timeout' }), Math.max(0, limitMs));
    begin();
    const end = await ended;
    clearTimeout(timer);
    this.#endPhase = undefined;
    this.#phase = 'none';
    return end;
  }

  #respawn(): void {
    if (this.#options.parks && !this.#ending) this.#slot.fill();
  }

  #gone(exit: ExitInfo): void {
    const wasReady = this.#ready;
    this.#lastExit = exit;
    this.#forget();
    // Whatever it left behind and still talks to us learns that nobody listens.
    this.#server?.closeAllConnections();
    this.#endPhase?.({ kind: 'exit', exit });
    // One that ended before it was ready would end again at once: the next invocation tries.
    if (wasReady && this.#state === 'idle') this.#respawn();
  }

  #forget(): void {
    this.#waiting = undefined;
    this.#ready = false;
  }

  #kill(): Promise<void> {
    this.#forget();
    return this.#slot.kill();
  }

  // --- the Runtime API's questions

  #calls(): RuntimeCalls {
    return {
      load: (go) => this.#slot.load(go),
      next: (deliver) => this.#next(deliver),
      answer: (requestId, what) => this.#answer(requestId, what),
      initError: (body, errorType) => {
        if (this.#phase !== 'init') return notAllowed('InitError');
        // The process is told before it is ended: it may want to write its last lines.
        setImmediate(() => this.#endPhase?.({ kind: 'error', body, errorType }));
        return undefined;
      },
    };
  }

  #next(deliver: Deliver): Refusal | undefined {
    const undelivered = this.#phase === 'invoke' && this.#current?.delivered === false;
    if (this.#phase === 'invoke' && this.#current?.answer !== 'given' && !undelivered) return notAllowed('Ready');
    this.#waiting = deliver;
    if (undelivered) this.#deliver();
    else this.#endPhase?.({ kind: 'ready' });
    return undefined;
  }

  #answer(requestId: string, what: string): Refusal | AnswerSink {
    const current = this.#current;
    if (!current || current.invocation.requestId !== requestId)
      return { status: 400, errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' };
    if (this.#phase !== 'invoke' || current.answer !== 'none') return notAllowed(what);
    current.answer = 'reading';
    return answerSink(current);
  }

  // --- the log

  #requestId(): string | undefined {
    return this.#current?.invocation.requestId;
  }

  #log(record: LogRecord): void {
    this.#options.onLog(record);
  }

  #platform(line: (format: LogFormat, nowMs: number) => string | undefined): void {
    const timeMs = Date.now();
    const text = line(this.#options.logFormat, timeMs);
    if (text !== undefined) this.#log({ source: 'platform', timeMs, text, requestId: this.#requestId() });
  }
}
