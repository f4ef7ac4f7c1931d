// The life of one environment: its process is started ahead, loads the user's code at the first invocation, answers invocations one by one,
// and is replaced in place when it fails, times out or is reset. Embedded processes and, in containers, /var/rapid/init use this.

import type { Server } from 'node:http';
import { type Current, createCurrent } from './current.ts';
import { Debugging } from './debugging.ts';
import type { ShutdownReason } from './extensions/extension.ts';
import { Extensions } from './extensions/extensions.ts';
import { extensionsApi, identityOf } from './extensions/extensions-api.ts';
import type { InitOptions } from './init-options.ts';
import type { Invocation, InvokeHandle, InvokeOutcome, InvokeReport, LogRecord } from './invocation.ts';
import { Phase } from './phase.ts';
import { errorOf, errorTypeOfEnd, type Failure, outcomeOf, type PhaseEnd, reportOf, statusOfEnd } from './phase-end.ts';
import { Freezer } from './process/freezer.ts';
import type { ExitInfo } from './process/process.ts';
import { ProcessSlot } from './process/process-slot.ts';
import { listenRuntimeApi } from './runtime-api.ts';
import { RuntimeDialogue } from './runtime-dialogue.ts';
import { TearDown } from './tear-down.ts';
import { PlatformLog } from './telemetry/platform-log.ts';
import type { InitPhase } from './telemetry/platform-records.ts';

export type InitState = 'starting' | 'parked' | 'idle' | 'busy' | 'stopping' | 'stopped';

const INIT_TIMEOUT_MS = 10_000;
/** How long a caller that timed out waits at most for its process to end. */
const REAP_MS = 50;

export class Init {
  readonly #options: InitOptions;
  #server: Server | undefined;
  #state: InitState = 'starting';
  readonly #slot: ProcessSlot;
  readonly #extensions: Extensions;
  readonly #log: PlatformLog;
  readonly #phase = new Phase();
  readonly #debugging: Debugging;
  readonly #runtime: RuntimeDialogue;
  readonly #freezer: Freezer;
  readonly #processEnd: TearDown;
  #fresh = true;
  #ready = false;
  #initialising: Promise<void> | undefined;
  #initDurationMs: number | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #lastExit: ExitInfo = {};

  constructor(options: InitOptions) {
    this.#options = options;
    this.#log = new PlatformLog(options);
    const onRecord = (record: LogRecord) => this.#log.record(record);
    this.#debugging = new Debugging(options.debugger, (state) => {
      if (state.kind !== 'gone') this.#phase.lift();
      this.#log.debugger(state);
    });
    const onFunctionRecord = (record: LogRecord) => {
      onRecord(record);
      this.#debugging.read(record.text);
    };
    this.#slot = new ProcessSlot({ launch: options.launch, onRecord: onFunctionRecord, onGone: (exit) => this.#gone(exit) });
    this.#extensions = new Extensions({
      host: options.extensions,
      onRecord,
      onReady: () => this.#runtime.lookReady(),
      onFailure: (failure) => this.#broken({ kind: 'extension', ...failure }),
      onNotice: (notice) => this.#log.extension(notice),
    });
    this.#runtime = new RuntimeDialogue({ phase: this.#phase, slot: this.#slot, extensions: this.#extensions });
    this.#processEnd = new TearDown({ slot: this.#slot, extensions: this.#extensions, log: this.#log });
    this.#freezer = new Freezer({
      processes: [this.#slot, this.#extensions],
      telemetry: this.#log.telemetry,
      isIdle: () => this.#state === 'idle' && this.#ready && this.#phase.kind === 'none',
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
    const api = extensionsApi({
      identity: identityOf(this.#options),
      extensions: this.#extensions,
      subscribe: (name, subscription) => this.#log.subscribe(name, subscription),
    });
    const { server, address } = await listenRuntimeApi(this.#runtime.calls, api, this.#options);
    this.#server = server;
    if (this.#state !== 'starting') {
      server.close();
      throw new Error('The environment was stopped while it started.');
    }
    this.#slot.address = address;
    if (this.#options.parks) await this.#slot.park();
    if (this.#state === 'starting') this.#state = 'parked';
  }

  /** Runs the init phase ahead of the first invocation. */
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
    this.#freezer.thaw();
    const current = createCurrent(invocation);
    this.#runtime.current = current;
    this.#log.begin(invocation);
    const done = this.#serve(current);
    this.#running = done;
    return { response: current.response, done };
  }

  /** Replaces the process, after a running invocation has ended: the environment is fresh again, and initialises as at first. */
  async reset(): Promise<void> {
    await this.#initialising;
    while (this.#state === 'busy') await this.#running;
    if (this.#ending) return;
    await this.#tearDown('spindown');
    // An invocation that has begun meanwhile starts a process itself.
    if (this.#state !== 'idle' && this.#state !== 'parked') return;
    this.#fresh = true;
    this.#state = 'parked';
    this.#respawn();
  }

  get ahead(): Pick<ProcessSlot, 'parkNext' | 'dropNext' | 'parkedBytes'> {
    return this.#slot;
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#state = 'stopping';
    this.#phase.end({ kind: 'stopped' });
    await Promise.all([this.#tearDown('spindown'), this.#running]);
    await this.#slot.dropNext();
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#state = 'stopped';
  }

  async #serve(current: Current): Promise<InvokeReport> {
    const { invocation } = current;
    await this.init();
    current.initDurationMs = this.#initDurationMs;
    this.#initDurationMs = undefined;
    current.startedAt = performance.now();
    current.deadlineMs = invocation.deadlineMs ?? Date.now() + this.#options.timeoutMs;
    this.#log.start(invocation);
    // Not ready: the init phase failed, or the process was replaced. The cloud then initialises within the invocation ("suppressed init").
    let end: PhaseEnd = this.#ready ? { kind: 'ready' } : await this.#initialise('invoke', current.deadlineMs - Date.now());
    if (end.kind === 'ready') {
      end = await this.#during('invoke', current.deadlineMs - Date.now(), () => this.#begin());
    }
    if (end.kind !== 'ready') await this.#fail(current, end);
    return this.#finish(current);
  }

  /** Ends a phase that failed: the caller gets its answer as soon as the process is gone. */
  async #fail(current: Current, failure: Failure): Promise<void> {
    const { requestId } = current.invocation;
    const { timeoutMs } = this.#options;
    const outcome = outcomeOf(failure, requestId, timeoutMs);
    const killed = this.#tearDown(failure.kind === 'timeout' ? 'timeout' : failure.kind === 'stopped' ? 'spindown' : 'failure');
    await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, REAP_MS))]);
    // A process may fail after its answer: the caller has the answer already, so only the report shows the failure.
    if (current.answer !== 'given' || failure.kind === 'timeout') current.outcome = outcome;
    current.answer = 'given';
    current.respond(outcome);
    await killed;
    const error = failure.kind === 'stopped' ? undefined : errorOf(failure, requestId, timeoutMs);
    if (error) this.#log.failure(requestId, error);
  }

  async #finish(current: Current): Promise<InvokeReport> {
    const durationMs = performance.now() - current.startedAt;
    await this.#slot.flush();
    const { memoryMb } = this.#options;
    const { initDurationMs, invocation } = current;
    const outcome = current.outcome as InvokeOutcome;
    this.#log.runtimeDone(invocation, outcome, (current.answeredAt ?? performance.now()) - current.startedAt);
    const { requestId } = invocation;
    const report = reportOf(outcome, { requestId, durationMs, initDurationMs, memoryMb, peakBytes: this.#slot.peakBytes });
    this.#log.report(report);
    this.#runtime.current = undefined;
    if (this.#state === 'busy') {
      this.#state = 'idle';
      this.#respawn();
      this.#rest();
    }
    return report;
  }

  #begin(): void {
    // The process may have ended between asking for work and getting it.
    if (this.#slot.empty) this.#phase.end({ kind: 'exit', exit: this.#lastExit });
    else this.#runtime.deliver();
    const { current } = this.#runtime;
    if (current) this.#extensions.invoke(current.invocation, current.deadlineMs);
  }

  /** The init phase with its own limit. A failure here is retried once by the invocation. */
  async #firstInit(): Promise<void> {
    const startedAt = performance.now();
    this.#fresh = false;
    const end = await this.#initialise('init', this.#options.initTimeoutMs ?? INIT_TIMEOUT_MS);
    if (end.kind === 'ready') {
      this.#initDurationMs = performance.now() - startedAt;
      if (this.#state === 'parked') this.#state = 'idle';
      this.#rest();
      return;
    }
    await this.#tearDown('failure');
    if (end.kind !== 'stopped') this.#respawn();
  }

  async #initialise(phase: InitPhase, limitMs: number): Promise<PhaseEnd> {
    const startedAt = performance.now();
    await this.#processEnd.over;
    this.#log.initStart(phase);
    const end = await this.#during('init', limitMs, () => this.#load());
    this.#ready = end.kind === 'ready';
    if (this.#ready) this.#debugging.running();
    // Output from loading belongs before the START line.
    if (this.#ready) await this.#slot.flush();
    const durationMs = performance.now() - startedAt;
    if (end.kind !== 'stopped')
      this.#log.initEnd({ phase, durationMs, status: statusOfEnd(end), errorType: errorTypeOfEnd(end) }, this.#extensions.notices());
    return end;
  }

  /** Starts the extensions first; the runtime follows when all of them have registered. */
  #load(): void {
    const { number } = this.#phase;
    this.#extensions.start(this.#slot.address, () => {
      if (this.#phase.kind === 'init' && this.#phase.number === number) this.#slot.release();
    });
  }

  #during(kind: 'init' | 'invoke', limitMs: number, begin: () => void): Promise<PhaseEnd> | PhaseEnd {
    return this.#ending ? { kind: 'stopped' } : this.#phase.run(kind, this.#debugging.unlimited ? undefined : limitMs, begin);
  }

  /** Freezes only an initialised process: a process that was started ahead holds nothing of the user's and may run on. */
  #rest(): void {
    if (this.#options.freezes && this.#state === 'idle' && this.#ready) this.#freezer.arm();
  }

  #respawn(): void {
    if (this.#options.parks && !this.#ending) this.#slot.fill();
  }

  #gone(exit: ExitInfo): void {
    const wasReady = this.#ready;
    this.#lastExit = exit;
    this.#forget();
    // Processes left behind, and the next process, learn that nobody listens; extensions first get their shutdown event.
    void this.#slot.dropNext();
    if (this.#extensions.grace.allMs === 0) this.#server?.closeAllConnections();
    this.#broken({ kind: 'exit', exit }, wasReady);
  }

  /** The environment cannot continue: fails the current phase, or, between two invocations, starts everything anew. */
  #broken(failure: Failure, wasReady = true): void {
    this.#phase.end(failure);
    if (this.#state !== 'idle' || this.#phase.kind !== 'none') return;
    // A process that failed before it was ready would fail again at once: the next invocation tries.
    void this.#tearDown('failure').then(() => {
      if (wasReady && this.#state === 'idle') this.#respawn();
    });
  }

  #forget(): void {
    this.#debugging.gone();
    this.#runtime.forget();
    this.#ready = false;
  }

  #tearDown(reason: ShutdownReason): Promise<void> {
    this.#freezer.thaw();
    this.#forget();
    return this.#processEnd.run(reason);
  }
}
