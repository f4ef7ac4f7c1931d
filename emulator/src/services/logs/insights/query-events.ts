// The events that a query searches: of several groups, the latest first.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { precedes, type Walked, type WalkSpan, walkGroup } from '#services/logs/events/event-walk';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import type { LogQuery } from '#services/logs/query-state';
import { groups, type LogGroup } from '#services/logs/state';

interface Head {
  readonly group: Frozen<LogGroup>;
  readonly rest: Iterator<Walked>;
  next: Walked;
}

export function* eventsOf(query: Frozen<LogQuery>, ctx: Ctx): Generator<readonly [group: Frozen<LogGroup>, walked: Walked]> {
  const heads: Head[] = [];
  for (const name of query.groups) {
    const group = ctx.records(groups).get([name]);
    if (!group) continue;
    const rest = walkGroup(group, spanOf(query, group, ctx), () => true, ctx);
    const first = rest.next();
    if (!first.done) heads.push({ group, rest, next: first.value });
  }
  while (heads.length > 0) {
    let latest = 0;
    for (let at = 1; at < heads.length; at++) if (precedes(heads[latest]!.next[0], heads[at]!.next[0])) latest = at;
    const head = heads[latest]!;
    yield [head.group, head.next];
    const { done, value } = head.rest.next();
    if (done) heads.splice(latest, 1);
    else head.next = value;
  }
}

/** Both ends are seconds, and belong to it. */
function spanOf({ startSeconds, endSeconds }: Frozen<LogQuery>, group: Frozen<LogGroup>, ctx: Ctx): WalkSpan {
  const fromMs = Math.max(startSeconds * 1000, expiredBeforeMs(group, ctx.now()));
  const after = fromMs > 0 ? ([fromMs - 1, Number.MAX_SAFE_INTEGER] as const) : undefined;
  return { after, before: [(endSeconds + 1) * 1000, 0], reverse: true };
}
