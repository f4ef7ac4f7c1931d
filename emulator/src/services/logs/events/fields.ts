// GetLogGroupFields: the fields of the events of some minutes, and the share of events that have each.
import { operation } from '#model/logs';
import { wholeMs } from '#services/logs/event-position';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import { findAsked } from '#services/logs/groups/find-group';
import { discoveredFields } from './discovered-fields.ts';
import { textOf } from './event-text.ts';
import { walkGroup } from './event-walk.ts';

const MINUTE_MS = 60_000;
const AROUND_MS = 8 * MINUTE_MS;
const RECENT_MS = 15 * MINUTE_MS;
/** Limit: events that GetLogGroupFields examines. */
const MAX_EVENTS = 10_000;
const GENERATED = ['@ingestionTime', '@log', '@logStream', '@message', '@timestamp'];

export const GetLogGroupFields = operation('GetLogGroupFields', async (input, ctx) => {
  const group = findAsked(input, ctx);
  const nowMs = ctx.now();
  const [fromMs, toMs] =
    input.time === undefined ? [nowMs - RECENT_MS, nowMs] : [wholeMs(input.time) - AROUND_MS, wholeMs(input.time) + AROUND_MS];
  const firstMs = Math.max(1, fromMs, expiredBeforeMs(group, nowMs));
  const span = { after: [firstMs - 1, Number.MAX_SAFE_INTEGER], before: [toMs + 1, 0], reverse: true } as const;
  const counts = new Map<string, number>();
  let looked = 0;
  for (const [, event] of walkGroup(group, span, () => true, ctx)) {
    for (const field of [...GENERATED, ...discoveredFields(await textOf(event, ctx))]) counts.set(field, (counts.get(field) ?? 0) + 1);
    if (++looked >= MAX_EVENTS) break;
  }
  const logGroupFields = [...counts].map(([name, count]) => ({ name, percent: Math.round((100 * count) / looked) }));
  return { logGroupFields: logGroupFields.sort((a, b) => b.percent - a.percent || (a.name < b.name ? -1 : 1)) };
});
