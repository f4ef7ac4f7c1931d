// The history of an execution, in pages.
import type { Ctx } from '#core/ctx';
import { readToken, writeToken } from '#core/page';
import type { HistoryEvent } from '#model/states';
import { operation } from '#model/states';
import { invalidPageToken } from '#services/states/faults';
import { showEvent } from '#services/states/running/show-event';
import { type ExecutionRecord, eventRows, type KeptEvent, revisions } from '#services/states/state';
import { findExecution } from './find-execution.ts';

const DEFAULT_PAGE = 100;

export const GetExecutionHistory = operation('GetExecutionHistory', (input, ctx) => {
  const { executionArn, maxResults, reverseOrder = false, nextToken, includeExecutionData = true } = input;
  const record = findExecution(executionArn, ctx);
  const { state } = record;
  const limit = maxResults === undefined || maxResults === 0 ? DEFAULT_PAGE : maxResults;
  const first = nextToken === undefined ? (reverseOrder ? state.events : 1) : Number(readToken(nextToken, invalidPageToken)[0]);
  const last = reverseOrder ? Math.max(1, first - limit + 1) : Math.min(state.events, first + limit - 1);
  const events = eventsBetween(record, [Math.min(first, last), Math.max(first, last)], includeExecutionData, ctx);
  const isMore = reverseOrder ? last > 1 : last < state.events;
  return {
    events: reverseOrder ? events.reverse() : events,
    nextToken: isMore ? writeToken([reverseOrder ? last - 1 : last + 1]) : undefined,
  };
});

/** The events with these ids and those between them. */
export function eventsBetween(
  { id, inputText, revisionId }: ExecutionRecord,
  [from, to]: readonly [number, number],
  withData: boolean,
  ctx: Ctx,
): HistoryEvent[] {
  const { roleArn } = ctx.records(revisions).get([revisionId])!;
  const rows = ctx.records(eventRows);
  // Rows hold a turn each: the first row that is needed may begin before the page.
  const start = rows.entries([id], { before: [id, from + 1], reverse: true, limit: 1 })[0]?.[0][1] ?? from;
  const events: HistoryEvent[] = [];
  for (const [[, firstId], row] of rows.entries([id], { from: [id, start], before: [id, to + 1] }))
    for (const [index, event] of row.events.entries()) {
      const eventId = firstId + index;
      if (eventId >= from && eventId <= to)
        events.push(showEvent({ ...(event as KeptEvent), id: eventId, atMs: row.atMs }, { inputText, roleArn, withData }));
    }
  return events;
}
