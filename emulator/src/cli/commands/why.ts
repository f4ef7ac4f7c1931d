// `emulator why`: what followed from a request, and why; of a resource, its last requests; of a rule, the events that it did not take.

import pc from 'picocolors';
import { ask, askEmulator, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

interface WhyOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
}
interface TraceLine {
  readonly id: string;
  readonly atMs: number;
  readonly call?: string;
  readonly resource?: string;
  readonly problem?: string;
}
interface Step {
  readonly kind: 'call' | 'delivery' | 'event';
  readonly atMs: number;
  readonly service?: string;
  readonly operation?: string;
  readonly resource?: string;
  readonly caller?: string;
  readonly depth?: number;
  readonly tookMs?: number;
  readonly failed?: boolean;
  readonly text?: string;
  readonly remedy?: string;
  readonly targetArn?: string;
  readonly from?: string;
  readonly outcome?: string;
  readonly count?: number;
  readonly problem?: string;
  readonly nextMs?: number;
  readonly eventId?: string;
}
interface ExplainedEvent {
  readonly id: string;
  readonly publications: readonly {
    readonly bus: string;
    readonly tried: number;
    readonly matched: readonly { readonly rule: string; readonly targets: readonly string[] }[];
    readonly missed?: readonly { readonly rule: string; readonly reason: string }[];
  }[];
}
interface Trace {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly events: readonly ExplainedEvent[];
}
interface Miss {
  readonly event: string;
  readonly reason: string;
}

/** Further requests about a resource, shown in a line each. */
const OTHERS = 5;
/** Events that are asked why a rule did not take them. */
const MAX_EVENTS = 50;
const timeOf = (ms: number): string => pc.dim(new Date(ms).toISOString().slice(11, 23));
/** The last part of an ARN or a URL. */
const nameOf = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('/'), text.startsWith('arn:') ? text.lastIndexOf(':') : -1) + 1);

/**
 * @throws EmulatorError TRACE_MISSING where nothing is known about the subject, NOT_RUNNING
 */
export async function why(subject: string | undefined, { endpoint: given, json }: WhyOptions): Promise<void> {
  const url = endpoint(given);
  const known = subject === undefined ? undefined : await traceOf(subject, url);
  const lines = known ? [] : await linesOf(subject, url);
  const newest = lines.at(-1);
  const trace = known ?? (newest && (await traceOf(newest.id, url)));
  const missed = known || subject === undefined ? [] : await missesOf(nameOf(subject), url);
  const others = lines.slice(0, -1).reverse();
  if (!trace && missed.length === 0) throw unknown(subject);
  if (json) return print(JSON.stringify({ trace, others, missed }));
  if (trace) show(trace);
  if (others.length > 0) print(pc.dim('\nbefore that:'));
  for (const { id, atMs, call = '', resource = '', problem } of others)
    print(`${timeOf(atMs)} ${id} ${call} ${resource}${problem === undefined ? '' : ` ${pc.red(problem)}`}`);
  showMisses(subject ?? '', missed);
}

const unknown = (subject: string | undefined): EmulatorError =>
  subject === undefined
    ? new EmulatorError(TRACE_MISSING, 'Nothing has failed among the last requests.', {
        hint: '`emulator why <name>` tells about a function, a rule or a queue that did not fail.',
      })
    : new EmulatorError(TRACE_MISSING, `Nothing is known about "${subject}".`, {
        hint: 'Only the last requests are kept. It takes the id of a request or an event, or the name or ARN of a resource.',
      });

async function traceOf(id: string, url: string): Promise<Trace | undefined> {
  const answer = await ask(`${url}/_emulator/traces/${encodeURIComponent(id)}`);
  if (answer.status !== 404) return (await answer.json()) as Trace;
  await answer.body?.cancel();
  return undefined;
}

/** The last failed requests; for a resource without failures, its last requests. */
async function linesOf(subject: string | undefined, url: string): Promise<readonly TraceLine[]> {
  const query = new URLSearchParams({ lines: String(OTHERS), problems: '1', ...(subject !== undefined && { about: subject }) });
  const failed = await read<TraceLine>(`${url}/_emulator/traces?${query}`);
  if (subject === undefined || failed.length > 0) return failed;
  query.delete('problems');
  return read<TraceLine>(`${url}/_emulator/traces?${query}`);
}

async function read<T>(url: string): Promise<T[]> {
  const text = await (await askEmulator(url)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Why a rule of that name did not take the last events. */
async function missesOf(rule: string, url: string): Promise<Miss[]> {
  const misses: Miss[] = [];
  for (const { id } of (await read<{ id: string }>(`${url}/_emulator/events?lines=${MAX_EVENTS}`)).reverse()) {
    const answer = await ask(`${url}/_emulator/events/${encodeURIComponent(id)}`);
    if (!answer.ok) continue;
    const { publications } = (await answer.json()) as ExplainedEvent;
    for (const { missed = [] } of publications)
      for (const miss of missed) if (miss.rule === rule) misses.push({ event: id, reason: miss.reason });
  }
  return misses;
}

function show({ id, steps, events }: Trace): void {
  print(pc.bold(id));
  let depth = 0;
  for (const step of steps) {
    if (step.kind === 'call') depth = step.depth ?? 0;
    const indent = '  '.repeat(step.kind === 'call' ? depth : depth + 1);
    for (const line of linesOfStep(step, events)) print(`${timeOf(step.atMs)} ${indent}${line}`);
  }
}

function linesOfStep(step: Step, events: readonly ExplainedEvent[]): string[] {
  if (step.kind === 'event') return linesOfEvent(step.eventId ?? '', events);
  if (step.kind === 'delivery') return [deliveryLine(step)];
  const { service, operation, resource, caller, text, remedy, failed, tookMs = 0 } = step;
  const outcome = failed ? pc.red(text ?? 'failed') : text === undefined ? pc.green('ok') : pc.yellow(text);
  const about = `${resource === undefined ? '' : ` ${nameOf(resource)}`}${caller === undefined ? '' : pc.dim(` ${caller}`)}`;
  const line = `${service}.${operation}${about} ${outcome} ${pc.dim(`${Math.round(tookMs * 10) / 10} ms`)}`;
  return remedy === undefined ? [line] : [line, pc.yellow(remedy)];
}

function deliveryLine({ targetArn = '', from, outcome, count = 1, problem, nextMs }: Step): string {
  const colour = outcome === 'delivered' ? pc.green : outcome === 'lost' || outcome === 'dead-lettered' ? pc.red : pc.yellow;
  const what = `${count > 1 ? `${count} × ` : ''}${from === undefined ? '' : `${nameOf(from)} `}→ ${targetArn}`;
  const next = nextMs === undefined ? '' : pc.dim(`, again at ${new Date(nextMs).toISOString().slice(11, 23)}`);
  return `${what} ${colour(outcome ?? '')}${problem === undefined ? '' : `: ${problem}`}${next}`;
}

function linesOfEvent(id: string, events: readonly ExplainedEvent[]): string[] {
  const lines: string[] = [];
  for (const { bus, tried, matched, missed = [] } of events.find((event) => event.id === id)?.publications ?? []) {
    lines.push(`event ${id} on ${nameOf(bus)}: ${matched.length} of ${tried} rule${tried === 1 ? '' : 's'} took it`);
    for (const { rule, targets } of matched) lines.push(`  ${pc.green('✓')} ${rule} → ${targets.join(', ') || pc.yellow('no target')}`);
    for (const { rule, reason } of missed) lines.push(`  ${pc.red('✗')} ${rule}: ${reason}`);
  }
  return lines.length > 0 ? lines : [`event ${id}`];
}

function showMisses(rule: string, missed: readonly Miss[]): void {
  if (missed.length === 0) return;
  print(`\n${nameOf(rule)} did not take ${missed.length === 1 ? 'an event' : `${missed.length} events`}:`);
  for (const [reason, events] of groups(missed))
    print(`  ${pc.red('✗')} ${reason} ${pc.dim(events.length === 1 ? events[0]! : `(${events.length} times)`)}`);
}

function groups(missed: readonly Miss[]): Map<string, string[]> {
  const byReason = new Map<string, string[]>();
  for (const { event, reason } of missed) byReason.set(reason, [...(byReason.get(reason) ?? []), event]);
  return byReason;
}
