// The first difference of what an execution did and what was recorded; undefined where they are equal.

import type { HistoryEvent } from '#services/states/language/interpreter/commands';
import { showEvent } from '#services/states/running/show-event';
import { type Case, detailsOf, isLike, type RecordedEvent } from './recorded-case.ts';
import type { Replay } from './replay.ts';

export function historyDifference(events: readonly HistoryEvent[], recorded: readonly RecordedEvent[]): string | undefined {
  const expected = [...recorded].sort((a, b) => a.id - b.id);
  for (const [index, event] of expected.entries()) {
    const made = events[index];
    if (!made) return `#${event.id} ${event.type} is missing`;
    const shown = showEvent(made, { inputText: JSON.stringify(made.details?.['input'] ?? {}), roleArn: '', withData: true });
    const isOlder = event.type === 'MapStateExited' && expected[event.previousEventId - 1]?.type === 'MapRunSucceeded';
    if (event.type !== made.type) return `#${event.id} ${event.type}, not ${made.type} ${JSON.stringify(made.details)}`;
    if (event.previousEventId !== made.previous && !isOlder)
      return `#${event.id} ${event.type} follows ${event.previousEventId}, not ${made.previous}`;
    const details = detailsOf(shown as unknown as Record<string, unknown>);
    if (!isLike(detailsOf(event), details))
      return `#${event.id} ${event.type}\n   ${JSON.stringify(detailsOf(event))}\n   ${JSON.stringify(details)}`;
  }
  return events.length > expected.length ? `${events.length} events, not ${expected.length}` : undefined;
}

export function outcomeDifference({ execution }: Replay, { status, output, error, cause }: Case['recorded']): string | undefined {
  const made = { status: execution.status, output: execution.output, error: execution.error, cause: execution.cause };
  return isLike({ status, output, error, cause }, made)
    ? undefined
    : `${JSON.stringify({ status, output, error, cause })}, not ${JSON.stringify(made)}`;
}
