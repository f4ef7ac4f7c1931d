// Outcomes of the last requests that are no failures, but perhaps not as they were meant: calls that were refused as their callers may expect, and events
// that no rule took.
import type { ExplainedEvent, Miss, TraceLine } from './answers.ts';
import { explainedEvent, lastEvents, tracesAbout } from './answers.ts';

const MAX_REFUSED = 3;
/** Events among which those are looked for that no rule took. */
const MAX_EVENTS = 20;
const MAX_UNTAKEN = 2;

export interface AsDesigned {
  readonly others: readonly TraceLine[];
  readonly missed: readonly Miss[];
}

/** The newest first. */
export async function asDesigned(query: Readonly<Record<string, string>>, url: string): Promise<AsDesigned> {
  const others = await tracesAbout({ ...query, problems: '1', lines: String(MAX_REFUSED) }, url);
  const since = Number(query['since'] ?? 0);
  // Events of services go to every bus, whether a rule wants them or not.
  const untaken = (await lastEvents(MAX_EVENTS, url)).filter(
    ({ matched, source, atMs }) => matched.length === 0 && !source.startsWith('aws.') && atMs >= since,
  );
  const missed: Miss[] = [];
  for (const { id, source, detailType } of untaken.slice(0, MAX_UNTAKEN)) {
    const explained = await explainedEvent(id, url);
    if (explained) missed.push({ event: id, reason: `no rule took the event (${source}, ${detailType}): ${reasonOf(explained)}` });
  }
  return { others, missed };
}

function reasonOf({ publications }: ExplainedEvent): string {
  const [nearest] = publications.flatMap(({ missed = [] }) => missed);
  return nearest ? `${nearest.rule}: ${nearest.reason}` : 'its bus has none';
}
