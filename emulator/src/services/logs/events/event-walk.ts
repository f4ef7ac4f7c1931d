// Walks the events of a group in the order of time, forwards or backwards: all of them, or those of some streams. Reads small ranges,
// and only as far as the caller iterates.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Position } from '#services/logs/event-position';
import { events, type LogEvent, type LogGroup, type LogStream, streamEvents, streams } from '#services/logs/state';

const AT_ONCE = 200;

export type Walked = readonly [position: Position, event: Frozen<LogEvent>];
export interface WalkSpan {
  /** Exclusive; undefined starts at the first event. */
  readonly after: Position | undefined;
  /** Exclusive. */
  readonly before: Position;
  /** Latest first. */
  readonly reverse: boolean;
}

type Read<T> = (after: Position | undefined, before: Position) => (readonly [position: Position, value: T])[];

/** Reads range by range, each from the end of the one before. */
function* walk<T>({ after, before, reverse }: WalkSpan, read: Read<T>): Generator<readonly [Position, T]> {
  for (let edge: Position | undefined; ; ) {
    const found = read(reverse ? after : (edge ?? after), reverse ? (edge ?? before) : before);
    yield* found;
    if (found.length < AT_ONCE) return;
    edge = found.at(-1)?.[0];
  }
}

const under = (id: string, position: Position | undefined): [string, number, number] | undefined => position && [id, ...position];

/** The events of the group whose stream still exists and passes the filter. */
export function* walkGroup(group: Frozen<LogGroup>, span: WalkSpan, wanted: (stream: string) => boolean, ctx: Ctx): Generator<Walked> {
  const alive = new Map<string, boolean>();
  const isAlive = ({ stream, streamId }: Frozen<LogEvent>): boolean => {
    let known = alive.get(streamId);
    if (known === undefined) alive.set(streamId, (known = ctx.records(streams).get([group.id, stream])?.id === streamId));
    return known;
  };
  const read: Read<Frozen<LogEvent>> = (after, before) =>
    ctx
      .records(events)
      .entries([group.id], { after: under(group.id, after), before: under(group.id, before), limit: AT_ONCE, reverse: span.reverse })
      .map(([[, timestampMs, number], event]) => [[timestampMs, number], event]);
  for (const walked of walk(span, read)) if (wanted(walked[1].stream) && isAlive(walked[1])) yield walked;
}

/** The events of a single stream. */
export function* walkStream(group: Frozen<LogGroup>, span: WalkSpan, stream: Frozen<LogStream>, ctx: Ctx): Generator<Walked> {
  const read: Read<unknown> = (after, before) =>
    ctx
      .records(streamEvents)
      .entries([stream.id], { after: under(stream.id, after), before: under(stream.id, before), limit: AT_ONCE, reverse: span.reverse })
      .map(([[, timestampMs, number], here]) => [[timestampMs, number], here]);
  for (const [position] of walk(span, read)) {
    const event = ctx.records(events).get([group.id, ...position]);
    if (event) yield [position, event];
  }
}

/** The events of a few streams, merged. */
export function* walkStreams(group: Frozen<LogGroup>, span: WalkSpan, merged: readonly Frozen<LogStream>[], ctx: Ctx): Generator<Walked> {
  const heads = merged.flatMap((stream) => {
    const rest = walkStream(group, span, stream, ctx);
    const first = rest.next();
    return first.done ? [] : [{ rest, next: first.value }];
  });
  while (heads.length > 0) {
    let first = 0;
    for (let i = 1; i < heads.length; i++) if (precedes(heads[i]!.next[0], heads[first]!.next[0]) !== span.reverse) first = i;
    const head = heads[first]!;
    yield head.next;
    const { done, value } = head.rest.next();
    if (done) heads.splice(first, 1);
    else head.next = value;
  }
}

export const precedes = (a: Position, b: Position): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
