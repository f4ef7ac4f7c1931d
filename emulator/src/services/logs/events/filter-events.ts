// FilterLogEvents: the events of a group, or of some of its streams, that match a pattern.
import type { Ctx } from '#core/ctx';
import { writeToken } from '#core/page';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { operation } from '#model/logs';
import { eventNumber, type Position, wholeMs } from '#services/logs/event-position';
import { readPattern } from '#services/logs/filter-pattern/read-pattern';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import { findAsked, findStream, invalid } from '#services/logs/groups/find-group';
import { readToken } from '#services/logs/pages';
import { type LogGroup, streams } from '#services/logs/state';
import { checkUnmask, rawOf, textOf } from './event-text.ts';
import { type Walked, type WalkSpan, walkGroup, walkStreams } from './event-walk.ts';

/** Limit: events of a page of FilterLogEvents. */
const MAX_EVENTS = 10_000;
/** Limit: bytes of a page of FilterLogEvents. */
const MAX_BYTES = 1_048_576;
/** Limit: events that one FilterLogEvents examines. The next page continues there. */
const MAX_LOOKED_AT = 100_000;
/** The number of events between two pauses, in which other calls are served. */
const BREATH = 2000;
const FIRST_REVERSE_MS = Date.UTC(2024, 0, 1);
/** The most streams that are merged; for more, the whole group is walked. */
const MAX_MERGED = 100;

export const FilterLogEvents = operation('FilterLogEvents', async (input, ctx) => {
  if (input.logStreamNames && input.logStreamNamePrefix !== undefined)
    throw invalid('LogStreamNames and LogStreamNamePrefix cannot be specified together.');
  const group = findAsked(input, ctx);
  if (input.unmask) checkUnmask(group.name, ctx);
  const pattern = readPattern(input.filterPattern ?? '');
  const span = spanOf(group, input, ctx);
  const limit = input.limit ?? MAX_EVENTS;
  const found: { logStreamName: string; timestamp: number; message: string; ingestionTime: number; eventId: string }[] = [];
  let [bytes, looked] = [0, 0];
  let end: Position | undefined;
  for (const [position, event] of walkAsked(group, input, span, ctx)) {
    if (end && (found.length >= limit || bytes > MAX_BYTES || looked >= MAX_LOOKED_AT))
      return { events: found, searchedLogStreams: [], nextToken: writeToken([...end, span.reverse ? 1 : 0]) };
    end = position;
    if (++looked % BREATH === 0) await nextTurn();
    const read = input.unmask ? rawOf(event, ctx) : textOf(event, ctx);
    const text = typeof read === 'string' ? read : await read;
    if (!pattern.matches(text)) continue;
    bytes += event.sizeBytes;
    found.push({
      logStreamName: event.stream,
      timestamp: position[0],
      message: text,
      ingestionTime: event.ingestedMs,
      eventId: eventNumber(position[0], position[1], group.id),
    });
  }
  return { events: found, searchedLogStreams: [] };
});

interface EventRange {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly nextToken?: string | undefined;
  readonly startFromHead?: boolean | undefined;
  readonly logStreamNames?: readonly string[] | undefined;
  readonly logStreamNamePrefix?: string | undefined;
}

/** The span to walk. A token continues in the direction of the first page. */
function spanOf(group: Frozen<LogGroup>, { startTime, endTime, nextToken, startFromHead }: EventRange, ctx: Ctx): WalkSpan {
  const fromMs = Math.max(wholeMs(startTime ?? 0), expiredBeforeMs(group, ctx.now()));
  const token = nextToken === undefined ? undefined : readFilterToken(nextToken);
  const reverse = token?.reverse ?? startFromHead === false;
  if (reverse && startTime !== undefined && startTime < FIRST_REVERSE_MS)
    throw invalid('StartFromHead can only be false when startTime is on or after Jan 1, 2024 00:00:00 UTC.');
  const after: Position | undefined = fromMs > 0 ? [fromMs - 1, Number.MAX_SAFE_INTEGER] : undefined;
  const before: Position = [wholeMs(endTime ?? Number.POSITIVE_INFINITY) + 1, 0];
  if (!token) return { after, before, reverse };
  if (reverse) return { after, before: token.edge, reverse };
  return { after: token.edge[0] >= fromMs ? token.edge : after, before, reverse };
}

function readFilterToken(token: string): { edge: Position; reverse: boolean } {
  const [timestampMs, number, reverse] = readToken(token);
  if (typeof timestampMs !== 'number' || typeof number !== 'number' || typeof reverse !== 'number')
    throw invalid('The specified nextToken is invalid.');
  return { edge: [timestampMs, number], reverse: reverse === 1 };
}

function walkAsked(
  group: Frozen<LogGroup>,
  { logStreamNames: names, logStreamNamePrefix: startsWith }: EventRange,
  span: WalkSpan,
  ctx: Ctx,
): Iterable<Walked> {
  if (names)
    return walkStreams(
      group,
      span,
      [...new Set(names)].map((name) => findStream(group, name, ctx)),
      ctx,
    );
  if (startsWith === undefined) return walkGroup(group, span, () => true, ctx);
  const named = ctx.records(streams).range([group.id], { startsWith, limit: MAX_MERGED + 1 });
  return named.length > MAX_MERGED
    ? walkGroup(group, span, (stream) => stream.startsWith(startsWith), ctx)
    : walkStreams(group, span, named, ctx);
}
