// `emulator why`: what failed last and why; of a request or a resource, what became of it lately; of a rule, the events that it did not take.

import pc from 'picocolors';
import { endpoint } from '#cli/endpoint';
import { print } from '#cli/print';
import { startOf } from '#cli/since';
import { type ExplainedTrace, type Miss, missesOf, problemsAbout, type TraceLine, traceOf, tracesAbout } from '#cli/why/answers';
import { asDesigned } from '#cli/why/as-designed';
import { followProblems } from '#cli/why/follow-problems';
import { nameOf, timeOf } from '#cli/why/names';
import { lineOfProblem, linesOfProblem } from '#cli/why/problem-view';
import { runLog } from '#cli/why/run-log';
import { linesOfTrace } from '#cli/why/trace-view';
import type { Problem } from '#core/problems/problem';
import { TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

interface WhyOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly since?: string;
  readonly follow?: boolean;
}

/** Problems and requests of a subject, the newest first. */
interface Known {
  readonly subject: string | undefined;
  readonly problems: readonly Problem[];
  /** Requests about it that are not those of the problems. */
  readonly others: readonly TraceLine[];
  readonly missed: readonly Miss[];
  /** The request that the subject is, or that of the newest thing known about it. */
  readonly trace: ExplainedTrace | undefined;
}

/** Problems and requests in the list. */
const MAX_LISTED = 6;

/**
 * Exit status 1 where something about the subject has failed for good, 0 otherwise.
 * @throws EmulatorError TRACE_MISSING where nothing is known about the subject, NOT_RUNNING
 */
export async function why(subject: string | undefined, { endpoint: given, json, since, follow }: WhyOptions): Promise<void> {
  const url = endpoint(given);
  const query = {
    ...(subject !== undefined && { about: subject }),
    ...(since !== undefined && { since: String(await startOf(since, url)) }),
  };
  if (follow) return followProblems(query, { url, json });
  const known = await knownAbout(subject, query, url);
  if (known.problems.some(({ recovered }) => !recovered)) process.exitCode = 1;
  if (json) return print(JSON.stringify(known));
  await show(known, url);
}

async function knownAbout(subject: string | undefined, query: Readonly<Record<string, string>>, url: string): Promise<Known> {
  const limited = { ...query, lines: String(MAX_LISTED) };
  const asked = subject === undefined ? undefined : await traceOf(subject, url);
  if (asked) return { subject, problems: [...asked.problems].reverse(), others: [], missed: [], trace: asked };
  const problems = await problemsAbout(limited, url);
  if (subject === undefined && problems.length === 0) return { subject, problems, ...(await asDesigned(query, url)), trace: undefined };
  const failed = new Set(problems.flatMap(({ trace, sentBy }) => [trace, ...sentBy]));
  const lines = subject === undefined ? [] : await tracesAbout(limited, url);
  const others = lines.filter(({ id }) => !failed.has(id));
  const missed = subject === undefined ? [] : await missesOf(nameOf(subject), url);
  if (subject !== undefined && problems.length + lines.length + missed.length === 0) throw unknown(subject);
  const newest = problems[0]?.trace ?? others[0]?.id;
  return { subject, problems, others, missed, trace: newest === undefined ? undefined : await traceOf(newest, url) };
}

const unknown = (subject: string): EmulatorError =>
  new EmulatorError(TRACE_MISSING, `Nothing is known about "${subject}".`, {
    hint: 'Only the last requests are kept. It takes the id of a request or an event, the name or ARN of a resource, or `GET /path`.',
  });

async function show({ subject, problems, others, missed, trace }: Known, url: string): Promise<void> {
  const [newest] = problems;
  if (subject === undefined && !newest) return showAsDesigned({ others, missed });
  if (missed.length > 0) showMisses(subject ?? '', missed);
  const list = listOf(problems, others);
  if (list.length > 1) print(`${list.join('\n')}\n`);
  if (newest) {
    const way = trace?.id === newest.trace ? trace : await traceOf(newest.trace, url);
    for (const line of linesOfProblem(newest, way, await runLog(newest, url))) print(line);
  } else if (trace) {
    print(pc.bold(trace.id));
    for (const line of linesOfTrace(trace)) print(line);
  }
}

function showAsDesigned({ others, missed }: Pick<Known, 'others' | 'missed'>): void {
  print('Nothing has failed among the last requests.');
  for (const { reason, event } of missed) print(`  · ${reason} ${pc.dim(event.slice(0, 8))}`);
  for (const line of others) print(`  ${lineOfTrace(line)}`);
}

/** Problems and successes, the newest first. */
function listOf(problems: readonly Problem[], others: readonly TraceLine[]): string[] {
  const all = [
    ...problems.map((problem) => ({ atMs: problem.atMs, text: lineOfProblem(problem) })),
    ...others.map((line) => ({ atMs: line.atMs, text: lineOfTrace(line) })),
  ];
  return all
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MAX_LISTED)
    .map(({ text }) => text);
}

function lineOfTrace({ id, atMs, call = '', resource = '', problem }: TraceLine): string {
  const outcome = problem === undefined ? pc.green('✓') : pc.dim('·');
  const names = [call, resource].filter((text) => text !== '').join(' ');
  return `${timeOf(atMs)} ${outcome} ${names}${problem === undefined ? '' : pc.dim(` ${problem}`)} ${pc.dim(id.slice(0, 8))}`;
}

/** A rule that does not take an event is as it was designed, mostly. */
function showMisses(rule: string, missed: readonly Miss[]): void {
  print(`${nameOf(rule)} did not take ${missed.length === 1 ? 'an event' : `${missed.length} events`}:`);
  for (const [reason, events] of groups(missed))
    print(`  · ${reason} ${pc.dim(events.length === 1 ? events[0]! : `(${events.length} times)`)}`);
  print('');
}

function groups(missed: readonly Miss[]): Map<string, string[]> {
  const byReason = new Map<string, string[]>();
  for (const { event, reason } of missed) byReason.set(reason, [...(byReason.get(reason) ?? []), event]);
  return byReason;
}
