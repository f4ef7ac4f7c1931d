// Reads what the emulator knows about requests and problems, for `emulator why`.
import { ask, askEmulator } from '#cli/endpoint';
import type { Problem } from '#core/problems/problem';
import type { TraceStep } from '#core/traces/trace';

/** A request in a line. */
export interface TraceLine {
  readonly id: string;
  readonly atMs: number;
  /** `sqs.SendMessage`, `function`. */
  readonly call?: string;
  readonly resource?: string;
  readonly tookMs?: number;
  readonly problem?: string;
}

export interface ExplainedEvent {
  readonly id: string;
  readonly publications: readonly {
    readonly bus: string;
    readonly tried: number;
    readonly matched: readonly { readonly rule: string; readonly targets: readonly string[] }[];
    readonly missed?: readonly { readonly rule: string; readonly reason: string }[];
  }[];
}

export interface ExplainedTrace {
  readonly id: string;
  readonly steps: readonly TraceStep[];
  readonly problems: readonly Problem[];
  readonly events: readonly ExplainedEvent[];
}

export interface Miss {
  readonly event: string;
  readonly reason: string;
}

/** Events that are asked why a rule did not take them. */
const MAX_EVENTS = 50;

/** The trace of a request, by its id or that of a call, a run or an event in it. */
export async function traceOf(id: string, url: string): Promise<ExplainedTrace | undefined> {
  const answer = await ask(`${url}/_emulator/traces/${encodeURIComponent(id)}`);
  if (answer.status !== 404) return (await answer.json()) as ExplainedTrace;
  await answer.body?.cancel();
  return undefined;
}

/** The newest first. */
export async function problemsAbout(query: Readonly<Record<string, string>>, url: string): Promise<Problem[]> {
  return (await read<Problem>(`${url}/_emulator/problems?${new URLSearchParams(query)}`)).reverse();
}

/** The newest first. */
export async function tracesAbout(query: Readonly<Record<string, string>>, url: string): Promise<TraceLine[]> {
  return (await read<TraceLine>(`${url}/_emulator/traces?${new URLSearchParams(query)}`)).reverse();
}

async function read<T>(url: string): Promise<T[]> {
  const text = await (await askEmulator(url)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** An event of a bus in a line. */
export interface EventLine {
  readonly id: string;
  readonly atMs: number;
  readonly source: string;
  readonly detailType: string;
  /** Names of the rules that took it. */
  readonly matched: readonly string[];
}

/** The newest first. */
export const lastEvents = async (count: number, url: string): Promise<EventLine[]> =>
  (await read<EventLine>(`${url}/_emulator/events?lines=${count}`)).reverse();

/** Undefined for an event that is not kept. */
export async function explainedEvent(id: string, url: string): Promise<ExplainedEvent | undefined> {
  const answer = await ask(`${url}/_emulator/events/${encodeURIComponent(id)}`);
  if (answer.ok) return (await answer.json()) as ExplainedEvent;
  await answer.body?.cancel();
  return undefined;
}

/** Why a rule of that name did not take the last events. */
export async function missesOf(rule: string, url: string): Promise<Miss[]> {
  const misses: Miss[] = [];
  for (const { id } of await lastEvents(MAX_EVENTS, url)) {
    const { publications = [] } = (await explainedEvent(id, url)) ?? {};
    for (const { missed = [] } of publications)
      for (const miss of missed) if (miss.rule === rule) misses.push({ event: id, reason: miss.reason });
  }
  return misses;
}
