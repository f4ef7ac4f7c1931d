// The emulator's own endpoints that the explorer uses (docs/management.md).
import { Fault } from './fault.ts';
import type { Scope } from './model.ts';

const ROOT = '/_emulator';

export interface LogLine {
  readonly atMs: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly scope: string;
  readonly code?: string;
  readonly text: string;
  readonly tone?: 'notice' | 'failure';
  readonly depth: number;
  readonly id?: string;
}

export interface EventLine {
  readonly id: string;
  readonly bus: string;
  readonly atMs: number;
  readonly source: string;
  readonly detailType: string;
  readonly matched: readonly string[];
}

/** One field: the value that a pattern wants, the value that the event has, and why they do not fit. */
export interface FieldReport {
  readonly field: string;
  readonly wanted: string;
  readonly found?: string;
  readonly matched: boolean;
  readonly why?: string;
}

export interface PatternReport {
  readonly fields?: readonly FieldReport[];
  /** The array whose elements match a part of the fields each. */
  readonly conflict?: string;
}

export interface Miss extends PatternReport {
  readonly rule: string;
  readonly reason: string;
}

export interface EventExplanation {
  readonly id: string;
  readonly publications: readonly {
    readonly bus: string;
    readonly atMs: number;
    readonly event: string;
    readonly tried: number;
    readonly matched: readonly { readonly rule: string; readonly targets: readonly string[] }[];
    /** The nearest to a match first. */
    readonly missed?: readonly Miss[];
    /** Rules of other buses that would have taken it. */
    readonly elsewhere?: readonly { readonly bus: string; readonly rule: string }[];
    readonly changed: boolean;
  }[];
  readonly deliveries: readonly {
    readonly rule?: string;
    readonly target: string;
    readonly state: 'waiting' | 'retrying' | 'delivered' | 'dead-lettered' | 'lost';
    readonly attempts: readonly { readonly atMs: number; readonly problem?: string }[];
    readonly nextMs?: number;
  }[];
}

export interface Clock {
  readonly now: string;
  readonly aheadMs: number;
}

export async function ask(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(ROOT + path, init);
  if (response.ok) return response;
  const { code, message = '', hint } = (await response.json().catch(() => ({}))) as { code?: string; message?: string; hint?: string };
  throw new Fault(code ?? `HTTP ${response.status}`, hint ? `${message} ${hint}` : message, response.status);
}

export const json = async <T>(path: string): Promise<T> => (await ask(path)).json() as Promise<T>;

export const jsonLines = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

export const readConfig = (): Promise<Record<string, { value: string | number | boolean }>> => json('/config');
let reading: Promise<Holdings> | undefined;

/** Several parts of a page ask for it at once: they share one answer. */
function readHoldings(): Promise<Holdings> {
  reading ??= json<Holdings>('/regions').finally(() => (reading = undefined));
  return reading;
}

/** The accounts and regions that hold something. */
export const readRegions = async (): Promise<readonly Scope[]> => (await readHoldings()).regions;

interface Holdings {
  readonly regions: readonly (Scope & { readonly collections: readonly string[] })[];
  readonly shared: readonly { readonly account: string; readonly collections: readonly string[] }[];
}

/** The collections of records that an account holds in a region, and for all its regions. */
export async function readCollections({ account, region }: Scope): Promise<ReadonlySet<string>> {
  const { regions, shared } = await readHoldings();
  const here = [...regions.filter((one) => one.region === region), ...shared].filter((one) => one.account === account);
  return new Set(here.flatMap(({ collections }) => collections));
}
export const readInfo = (): Promise<{ version: string; session_id: string; uptime: number }> => json('/info');
export const readClock = (): Promise<Clock> => json('/clock');
export const explainPattern = (pattern: string, event: string): Promise<PatternReport & { readonly matched: boolean }> =>
  sendJson('POST', '/explain', { pattern, event });
export const explainEvent = (id: string): Promise<EventExplanation> => json(`/events/${encodeURIComponent(id)}`);
export const recentEvents = async (lines: number): Promise<EventLine[]> => jsonLines(await (await ask(`/events?lines=${lines}`)).text());

export const recentLog = async (lines: number, signal: AbortSignal): Promise<LogLine[]> =>
  jsonLines(await (await ask(`/log?lines=${lines}`, { signal })).text());

/** The news of an emulator: log lines, hints that background work has ended, and where the earlier lines end. */
interface Happening {
  readonly log?: LogLine;
  readonly worked?: boolean;
  readonly following?: boolean;
}

export interface Follower {
  onLine(line: LogLine): void;
  /** Called between the earlier lines and those of what happens from then on. */
  onOpen(): void;
  onWork(): void;
}

/** Follows the emulator: the last log lines, and then each new one until `signal` aborts or the emulator goes away. */
export async function follow(lines: number, signal: AbortSignal, { onLine, onOpen, onWork }: Follower): Promise<void> {
  const { body } = await ask(`/stream?lines=${lines}&follow=1`, { signal });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (held + value).split('\n');
    held = parts.pop()!;
    for (const part of parts) {
      const { log, worked, following } = JSON.parse(part) as Happening;
      if (log) onLine(log);
      if (following) onOpen();
      if (worked) onWork();
    }
  }
}

/** Changes something in the emulator; `manage` in `shell/session.ts` calls it where that is allowed. */
export const sendJson = async <T>(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> =>
  (await ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json() as Promise<T>;

/** A failure that nobody handled, with its root cause, what followed, and the command that mends it. */
export interface Problem {
  readonly number: number;
  readonly atMs: number;
  /** The request from which it followed. */
  readonly trace: string;
  /** The id in the log lines of what failed. */
  readonly requestId?: string;
  readonly what: string;
  readonly code: string;
  readonly cause: string;
  /** The first lines of a stack. */
  readonly lines: readonly string[];
  readonly resource?: string;
  readonly remedy?: string;
  readonly logGroup?: string;
  /** How often it happened in this request. */
  readonly count: number;
  readonly consequences: readonly { readonly atMs: number; readonly code: string; readonly text: string; readonly resource?: string }[];
}

const MAX_PROBLEMS = 1_000;

let readingProblems: Promise<readonly Problem[]> | undefined;

const readProblems = async (): Promise<readonly Problem[]> =>
  jsonLines<Problem>(await (await ask(`/problems?lines=${MAX_PROBLEMS}`)).text()).reverse();

/** All that are kept, the newest first. Several parts of a page ask for them at once: they share one answer. */
export function recentProblems(): Promise<readonly Problem[]> {
  readingProblems ??= readProblems().finally(() => (readingProblems = undefined));
  return readingProblems;
}
