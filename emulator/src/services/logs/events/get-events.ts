// GetLogEvents: pages of a single stream, in both directions.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/logs';
import { type Direction, type Position, positionToken, readPositionToken, wholeMs } from '#services/logs/event-position';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import { findAsked, findStream, invalid } from '#services/logs/groups/find-group';
import type { LogEvent } from '#services/logs/state';
import { checkUnmask, rawOf, textOf } from './event-text.ts';
import { precedes, type Walked, type WalkSpan, walkStream } from './event-walk.ts';

/** Limit: events of a page of GetLogEvents. */
const MAX_EVENTS = 10_000;
/** Limit: bytes of a page of GetLogEvents. */
const MAX_BYTES = 1_048_576;

/** Every page has tokens for both directions. At an end of the stream the token equals the one in the request. */
export const GetLogEvents = operation('GetLogEvents', async (input, ctx) => {
  const group = findAsked(input, ctx);
  const stream = findStream(group, input.logStreamName, ctx);
  if (input.unmask) checkUnmask(group.name, ctx);
  const token = input.nextToken === undefined ? undefined : readPositionToken(input.nextToken);
  if (input.nextToken !== undefined && !token) throw invalid('The specified nextToken is invalid.');
  const fromMs = Math.max(wholeMs(input.startTime ?? 0), expiredBeforeMs(group, ctx.now()));
  const direction = token?.direction ?? (input.startFromHead ? 'f' : 'b');
  const span = spanOf(fromMs, wholeMs(input.endTime ?? Number.POSITIVE_INFINITY), direction, token?.position);
  const page = takePage(walkStream(group, span, stream, ctx), input.limit ?? MAX_EVENTS);
  if (span.reverse) page.reverse();
  const nowhere = token?.position ?? ([0, 0] as const);
  return {
    events: await Promise.all(page.map(([position, event]) => describe(position, event, input.unmask ? rawOf : textOf, ctx))),
    nextForwardToken: positionToken('f', page.at(-1)?.[0] ?? nowhere),
    nextBackwardToken: positionToken('b', page[0]?.[0] ?? nowhere),
  };
});

function spanOf(fromMs: number, toMs: number, direction: Direction, edge: Position | undefined): WalkSpan {
  const reverse = direction === 'b';
  const after: Position | undefined = fromMs > 0 ? [fromMs - 1, Number.MAX_SAFE_INTEGER] : undefined;
  const before: Position = [toMs, 0];
  if (edge && reverse && precedes(edge, before)) return { after, before: edge, reverse };
  if (edge && !reverse && (!after || precedes(after, edge))) return { after: edge, before, reverse };
  return { after, before, reverse };
}

function takePage(walked: Iterable<Walked>, limit: number): Walked[] {
  const page: Walked[] = [];
  let bytes = 0;
  for (const one of walked) {
    bytes += one[1].sizeBytes;
    if (bytes > MAX_BYTES && page.length > 0) break;
    page.push(one);
    if (page.length >= limit) break;
  }
  return page;
}

async function describe([timestampMs]: Position, event: Frozen<LogEvent>, read: typeof textOf, ctx: Ctx) {
  return { timestamp: timestampMs, message: await read(event, ctx), ingestionTime: event.ingestedMs };
}
