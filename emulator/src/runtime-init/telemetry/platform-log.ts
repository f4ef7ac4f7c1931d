// Reports an environment's life: as lines in the function's log and, to extensions that subscribed, as telemetry events.

import type { DebuggerState } from '#runtime-init/debugging';
import type { ErrorBody } from '#runtime-init/errors';
import type { ExtensionNotice } from '#runtime-init/extensions/extension';
import type { Invocation, InvokeOutcome, InvokeReport, LogRecord } from '#runtime-init/invocation';
import {
  debuggerLine,
  eventLine,
  extensionLine,
  failureLine,
  initReportLine,
  type LogFormat,
  reportLines,
  startLine,
  subscriptionLine,
} from './platform-lines.ts';
import {
  type InitPhase,
  initReportRecord,
  initRuntimeDoneRecord,
  initStartRecord,
  reportRecord,
  runtimeDoneRecord,
  startRecord,
  statusOf,
} from './platform-records.ts';
import { Telemetry } from './telemetry.ts';
import type { ConnectTo } from './telemetry-delivery.ts';
import type { Subscription } from './telemetry-subscription.ts';

export interface PlatformLogOptions {
  readonly functionName: string;
  readonly functionVersion: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly logFormat: LogFormat;
  /** Connects to a port of the environment. */
  readonly connect?: ConnectTo | undefined;
  readonly onLog: (record: LogRecord) => void;
}

/** The `SystemLogLevel` from which a platform line appears in a JSON log. */
type SystemLevel = 'DEBUG' | 'INFO' | 'WARN';

/** The outcome of an init phase. */
export interface InitEnd {
  readonly phase: InitPhase;
  readonly durationMs: number;
  readonly status: 'success' | 'error' | 'timeout';
  readonly errorType: string;
}

export class PlatformLog {
  readonly telemetry: Telemetry;
  readonly #options: PlatformLogOptions;
  /** The current invocation. */
  #requestId: string | undefined;

  constructor(options: PlatformLogOptions) {
    this.#options = options;
    this.telemetry = new Telemetry(options.connect);
  }

  /** Adds a line of the function's or of an extension's. */
  record(record: LogRecord): void {
    this.telemetry.emit({ timeMs: record.timeMs, type: record.source, record: record.text });
    this.#options.onLog({ ...record, requestId: this.#requestId });
  }

  begin({ requestId }: Invocation): void {
    this.#requestId = requestId;
  }

  initStart(phase: InitPhase): void {
    this.telemetry.reset();
    this.#event('platform.initStart', initStartRecord(phase, this.#options));
  }

  initEnd({ phase, durationMs, status, errorType }: InitEnd, notices: readonly ExtensionNotice[]): void {
    const level = status === 'success' ? 'DEBUG' : 'WARN';
    this.#detail('platform.initRuntimeDone', initRuntimeDoneRecord(phase, status, errorType), level);
    if (status === 'success') for (const notice of notices) this.extension(notice);
    const report = initReportRecord(phase, durationMs, status, errorType);
    this.#detail('platform.initReport', report, level);
    this.telemetry.close();
    // A successful one appears in the report of its invocation, and a failed one within an invocation appears as the invocation's failure.
    if (status !== 'success' && phase === 'init') this.#line('WARN', (format) => initReportLine(format, durationMs, status, errorType));
  }

  extension(notice: ExtensionNotice): void {
    this.#event('platform.extension', notice);
    this.#line(notice.errorType ? 'WARN' : 'INFO', (format, now) => extensionLine(format, now, notice));
  }

  /** False when subscriptions are closed. */
  subscribe(name: string, subscription: Subscription): boolean {
    if (!this.telemetry.open) return false;
    const record = { name, state: 'Subscribed', types: [...subscription.categories] };
    this.telemetry.subscribe(name, subscription);
    this.#event('platform.telemetrySubscription', record);
    this.#line('INFO', (format, now) => subscriptionLine(format, now, subscription.api, record));
    return true;
  }

  start(invocation: Invocation): void {
    const { functionVersion } = this.#options;
    this.#event('platform.start', startRecord(invocation, functionVersion));
    this.#line('INFO', (format, now) => startLine(format, now, invocation, functionVersion));
  }

  runtimeDone(invocation: Invocation, outcome: InvokeOutcome, durationMs: number): void {
    const record = runtimeDoneRecord(invocation, outcome, durationMs);
    this.#detail('platform.runtimeDone', record, record.status === 'success' ? 'DEBUG' : 'WARN');
  }

  debugger(state: DebuggerState): void {
    const timeMs = Date.now();
    const text = debuggerLine(this.#options.logFormat, timeMs, state);
    this.#options.onLog({ source: 'platform', timeMs, level: 'WARN', text, requestId: this.#requestId, debugger: state });
  }

  failure(requestId: string, error: ErrorBody): void {
    this.#event('platform.fault', `RequestId: ${requestId} ${error.errorMessage}`);
    this.#line('WARN', (format, now) => failureLine(format, now, requestId, error, this.#options.timeoutMs));
  }

  report(report: InvokeReport): void {
    this.#event('platform.end', { requestId: report.requestId });
    this.#event('platform.report', reportRecord(report));
    const level = statusOf(report.kind) === 'success' ? 'INFO' : 'WARN';
    for (const text of reportLines(this.#options.logFormat, Date.now(), report)) this.#line(level, () => text);
    this.#requestId = undefined;
  }

  #event(type: string, record: unknown): void {
    this.telemetry.emit({ timeMs: Date.now(), type, record });
  }

  /** Details that only the JSON format shows, at that log level. */
  #detail(type: string, record: object, level: SystemLevel): void {
    this.#event(type, record);
    this.#line(level, (format, now) => (format === 'JSON' ? eventLine(now, type, record) : undefined));
  }

  #line(level: SystemLevel, write: (format: LogFormat, nowMs: number) => string | undefined): void {
    const timeMs = Date.now();
    const text = write(this.#options.logFormat, timeMs);
    if (text !== undefined) this.#options.onLog({ source: 'platform', timeMs, level, text, requestId: this.#requestId });
  }
}
