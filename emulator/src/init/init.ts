// One environment's life: its process is started ahead, loads the user's code at the first invocation, answers one invocation at a time,
// and is replaced in place when it fails, overstays or is told to. The same machine drives embedded processes and, in a container, /var/rapid/init.

import type { Server } from 'node:http';
import { type ErrorBody, encodeError, exitError, oversizeError, stoppedError, timeoutError } from './errors.ts';
import type { Invocation, InvokeHandle, InvokeOutcome, InvokeReport, LogRecord } from './invocation.ts';
import { failureLine, initReportLine, type LogFormat, reportLines, startLine } from './platform-lines.ts';
import type { ExitInfo, Launch, ManagedProcess } from './process.ts';
import { type AnswerSink, listenRuntimeApi, type Refusal, type RuntimeCalls } from './runtime-api.ts';
import { startProcess } from './runtime-process.ts';

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

/** How a phase (init or invoke) ended. */
type PhaseEnd =
  | { readonly kind: 'ready' | 'timeout' | 'stopped' }
  | { readonly kind: 'error'; readonly body: Uint8Array; readonly errorType: string }
  | { readonly kind: 'exit'; readonly exit: ExitInfo };

interface Current {
  readonly invocation: Invocation;
  readonly respond: (outcome: InvokeOutcome) => void;
  answer: 'none' | 'reading' | 'given';
  outcome?: InvokeOutcome;
  startedAt: number;
  deadlineMs: number;
  initDurationMs?: number;
}

type Deliver = (invocation: Invocation, deadlineMs: number) => boolean;

const initTimeoutMs = 10_000;
/** How long a timed-out caller waits at most for its process to be gone. */
const reapMs = 50;

const notAllowed = (what: string): Refusal => ({
  status: 403,
  errorType: 'InvalidStateTransition',
  errorMessage: `State transition to ${what} failed for runtime. Error: State transition is not allowed`,
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Init {
  readonly #options: InitOptions;
  #server: Server | undefined;
  #address = '';
  #state: InitState = 'starting';
  #process: ManagedProcess | undefined;
  #peakBytes = 0;
  #endPhase: ((end: PhaseEnd) => void) | undefined;
  #phase: 'none' | 'init' | 'invoke' = 'none';
  #waiting: Deliver | undefined;
  #go: (() => void) | undefined;
  #released = false;
  #onParked: (() => void) | undefined;
  #fresh = true;
  #ready = false;
  #initialising: Promise<void> | undefined;
  #initDurationMs: number | undefined;
  #current: Current | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: InitOptions) {
    this.#options = options;
  }

  get state(): InitState {
    return this.#state;
  }

  get fresh(): boolean {
    return this.#fresh;
  }

  /** Opens the Runtime API and starts the process ahead. Rejects when it cannot be started. */
  async start(): Promise<void> {
    const { server, address } = await listenRuntimeApi(this.#calls());
    this.#server = server;
    this.#address = address;
    if (this.#options.parks) await this.#park();
    if (this.#state === 'starting') this.#state = 'parked';
  }

  /** The init phase, ahead of the first invocation. */
  init(): Promise<void> {
    if (!this.#fresh || this.#state === 'stopped' || this.#state === 'stopping') return Promise.resolve();
    this.#initialising ??= this.#firstInit().finally(() => {
      this.#initialising = undefined;
    });
    return this.#initialising;
  }

  invoke(invocation: Invocation): InvokeHandle {
    if (this.#state !== 'parked' && this.#state !== 'idle') throw new Error(`An environment that is ${this.#state} takes no invocation.`);
    this.#state = 'busy';
    let respond!: (outcome: InvokeOutcome) => void;
    const response = new Promise<InvokeOutcome>((resolve) => {
      respond = resolve;
    });
    const current: Current = { invocation, respond, answer: 'none', startedAt: performance.now(), deadlineMs: 0 };
    this.#current = current;
    const done = this.#serve(current);
    this.#running = done;
    return { response, done };
  }

  /** Replaces the process; a running invocation ends first. */
  async reset(): Promise<void> {
    await this.#running;
    if (this.#state === 'stopping' || this.#state === 'stopped') return;
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

  // --- invocations -----------------------------------------------------------------------------------------------------------------

  async #serve(current: Current): Promise<InvokeReport> {
    const { invocation } = current;
    await this.init();
    if (this.#initDurationMs !== undefined) current.initDurationMs = this.#initDurationMs;
    this.#initDurationMs = undefined;
    current.startedAt = performance.now();
    current.deadlineMs = invocation.deadlineMs ?? Date.now() + this.#options.timeoutMs;
    this.#platform((format, now) => startLine(format, now, invocation.requestId, this.#options.functionVersion));
    // Not ready: the init phase failed, or the process was replaced. The cloud then initialises within the invocation ("suppressed init").
    let end: PhaseEnd = this.#ready ? { kind: 'ready' } : await this.#initialise(current.deadlineMs - Date.now());
    if (end.kind === 'ready') {
      end = await this.#during('invoke', current.deadlineMs - Date.now(), () => this.#deliver());
    }
    if (end.kind !== 'ready') await this.#fail(current, end);
    return this.#finish(current);
  }

  /** Ends a phase that did not end well: the caller gets its answer as soon as the process is gone. */
  async #fail(current: Current, end: PhaseEnd): Promise<void> {
    const { requestId } = current.invocation;
    const failure = this.#failureOf(end, requestId);
    const killed = this.#kill();
    await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, reapMs))]);
    const outcome: InvokeOutcome =
      end.kind === 'error'
        ? { kind: 'error', body: end.body, errorType: end.errorType }
        : { kind: end.kind as 'exit' | 'timeout' | 'stopped', body: encodeError(failure), errorType: failure.errorType };
    // A process may fail after its answer: then the caller has it already, and only the report tells.
    if (current.answer !== 'given' || end.kind === 'timeout') current.outcome = outcome;
    current.answer = 'given';
    current.respond(outcome);
    await killed;
    if (end.kind === 'exit' || end.kind === 'timeout')
      this.#platform((format, now) => failureLine(format, now, requestId, failure, this.#options.timeoutMs));
  }

  #failureOf(end: PhaseEnd, requestId: string): ErrorBody {
    if (end.kind === 'timeout') return timeoutError(this.#options.timeoutMs, requestId);
    if (end.kind === 'exit') return exitError(end.exit, requestId);
    return stoppedError(requestId);
  }

  async #finish(current: Current): Promise<InvokeReport> {
    const durationMs = performance.now() - current.startedAt;
    if (this.#process) this.#peakBytes = Math.max(this.#peakBytes, (await this.#process.flush()).peakBytes);
    const outcome = current.outcome as InvokeOutcome;
    const { memoryMb } = this.#options;
    const usedMb = Math.ceil(this.#peakBytes / 1024 ** 2);
    const report: InvokeReport = {
      requestId: current.invocation.requestId,
      kind: outcome.kind,
      errorType: outcome.kind === 'response' ? undefined : outcome.errorType,
      durationMs,
      billedDurationMs: Math.ceil(durationMs),
      initDurationMs: current.initDurationMs,
      memorySizeMb: memoryMb,
      maxMemoryUsedMb: outcome.kind === 'exit' ? Math.min(usedMb, memoryMb) : usedMb,
    };
    const now = Date.now();
    for (const text of reportLines(this.#options.logFormat, now, report)) this.#log({ source: 'platform', timeMs: now, text });
    this.#current = undefined;
    if (this.#state === 'busy') {
      this.#state = 'idle';
      if (!this.#process) this.#respawn();
    }
    return report;
  }

  #deliver(): void {
    const current = this.#current;
    if (!current || !this.#waiting || this.#phase !== 'invoke' || current.answer !== 'none') return;
    const deliver = this.#waiting;
    this.#waiting = undefined;
    this.#process?.watch();
    deliver(current.invocation, Math.floor(current.deadlineMs));
  }

  // --- phases and the process --------------------------------------------------------------------------------------------------------

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
    const errorType = end.kind === 'error' ? end.errorType : end.kind === 'exit' ? exitError(end.exit).errorType : '';
    this.#platform((format, now) => initReportLine(format, now, durationMs, end.kind === 'timeout' ? 'timeout' : 'error', errorType));
  }

  async #initialise(limitMs: number): Promise<PhaseEnd> {
    const end = await this.#during('init', limitMs, () => {
      if (!this.#process) this.#launch();
      this.#process?.watch();
      this.#released = true;
      this.#go?.();
      this.#go = undefined;
    });
    this.#ready = end.kind === 'ready';
    // What it wrote while loading stands before the START line.
    if (this.#ready) await this.#process?.flush();
    return end;
  }

  /** Runs a phase until the runtime asks for the next invocation, fails, or the time is over. */
  async #during(phase: 'init' | 'invoke', limitMs: number, begin: () => void): Promise<PhaseEnd> {
    if (this.#state === 'stopping' || this.#state === 'stopped') return { kind: 'stopped' };
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

  async #park(): Promise<void> {
    const parked = new Promise<void>((resolve) => {
      this.#onParked = resolve;
    });
    const process = this.#launch();
    const failed = process.exited.then((exit) => {
      if (this.#state === 'stopping') return;
      throw new Error(exitError(exit).errorMessage);
    });
    await Promise.race([parked, failed]);
    failed.catch(() => undefined);
  }

  #respawn(): void {
    if (this.#options.parks && !this.#process) this.#launch();
  }

  #launch(): ManagedProcess {
    this.#released = false;
    const process = startProcess(this.#options.launch, this.#address, (record) => this.#log({ ...record, requestId: this.#requestId() }));
    this.#process = process;
    void process.exited.then(async (exit) => {
      // Its last answer may still be on its way through the socket.
      await turn();
      await turn();
      if (this.#process === process) await this.#gone(process, exit);
    });
    return process;
  }

  async #gone(process: ManagedProcess, exit: ExitInfo): Promise<void> {
    this.#peakBytes = Math.max(this.#peakBytes, (await process.flush()).peakBytes);
    if (this.#process !== process) return;
    this.#forget();
    // Whatever it left behind and still talks to us learns that nobody listens.
    this.#server?.closeAllConnections();
    this.#endPhase?.({ kind: 'exit', exit });
    if (this.#state === 'idle' || this.#state === 'parked') this.#respawn();
  }

  #forget(): void {
    this.#process = undefined;
    this.#waiting = undefined;
    this.#go = undefined;
    this.#ready = false;
  }

  async #kill(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    this.#forget();
    process.kill();
    await process.exited;
    this.#peakBytes = Math.max(this.#peakBytes, (await process.flush()).peakBytes);
  }

  // --- the Runtime API's questions -----------------------------------------------------------------------------------------------------

  #calls(): RuntimeCalls {
    return {
      load: (go) => {
        this.#onParked?.();
        if (this.#released) go();
        else this.#go = go;
      },
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
    if (this.#phase === 'invoke' && this.#current?.answer !== 'given') return notAllowed('Ready');
    this.#waiting = deliver;
    this.#endPhase?.({ kind: 'ready' });
    return undefined;
  }

  #answer(requestId: string, what: string): Refusal | AnswerSink {
    const current = this.#current;
    if (!current || current.invocation.requestId !== requestId)
      return { status: 400, errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' };
    if (this.#phase !== 'invoke' || current.answer !== 'none') return notAllowed(what);
    current.answer = 'reading';
    const give = (outcome: InvokeOutcome) => {
      if (current.answer !== 'reading') return;
      current.answer = 'given';
      current.outcome = outcome;
      current.respond(outcome);
    };
    return {
      onChunk: current.invocation.onChunk,
      response: (body, contentType, streaming) => give({ kind: 'response', body, contentType, streaming }),
      error: (body, errorType) => give({ kind: 'error', body, errorType }),
      oversize: (limitBytes) => {
        const error = oversizeError(limitBytes);
        give({ kind: 'oversize', body: encodeError(error), errorType: error.errorType });
      },
      truncated: () => {
        if (current.answer === 'reading') current.answer = 'none';
      },
    };
  }

  // --- the log ---------------------------------------------------------------------------------------------------------------------

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
