// Streams the events of all stacks of an account and region as they happen, one JSON document per line, so that clients need not poll.
import type { Ctx } from '#core/ctx';
import type { Route } from '#core/route';
import { EVENTS_KEY } from './stack-records/event-records.ts';
import { factsOf } from './stacks/stack-events.ts';
import { eventCounts, events, stacks } from './state.ts';

/** Interval of empty lines, which reveal that a client has gone. */
const EMPTY_LINE_MS = 30_000;

export const route: Route = ({ method, query }, ctx) => {
  if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
  const here = ctx.in({ account: query.get('account') ?? ctx.account, region: query.get('region') ?? ctx.region });
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: follow(here) };
};

/** The first line is empty. Every event after it is sent. */
async function* follow(ctx: Ctx): AsyncGenerator<Uint8Array> {
  const reported = new Map(
    ctx
      .records(eventCounts)
      .entries()
      .map(([[stackId], { count }]) => [stackId, count]),
  );
  yield Buffer.from('\n');
  while (!ctx.signal.aborted) {
    const lines = unreported(reported, ctx);
    if (lines.length > 0) yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    else if (!(await ctx.wait(EVENTS_KEY, ctx.now() + EMPTY_LINE_MS))) yield Buffer.from('\n');
  }
}

function unreported(reported: Map<string, number>, ctx: Ctx): object[] {
  return ctx
    .records(eventCounts)
    .entries()
    .flatMap(([[stackId], { count }]) => {
      const seen = reported.get(stackId) ?? 0;
      reported.set(stackId, count);
      const StackName = ctx.records(stacks).get([stackId])?.name;
      const numbers = Array.from({ length: count - seen }, (_, index) => seen + index + 1);
      return numbers.flatMap((number) => {
        const event = ctx.records(events).get([stackId, number]);
        return event ? [{ StackId: stackId, StackName, ...factsOf(event) }] : [];
      });
    });
}
