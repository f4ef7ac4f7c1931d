// Due work of the topic service: forgets deduplication ids, tokens and archived messages that are over, replays archived ones, and logs
// what became of deliveries.
import type { DueWork } from '#core/time/work';
import { nextTurn, whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { trimSome } from './archive/archive.ts';
import { forgetSome } from './publish/deduplication.ts';
import { replaySome } from './publish/replay.ts';
import { logStatus } from './publish/status-log.ts';
import { tokens } from './state.ts';

const AT_ONCE = 500;

export const work: Readonly<Record<string, DueWork>> = table({
  'sns.forget': async ([topic, which], ctx) => {
    const forget = (after?: ReturnType<typeof forgetSome>) => forgetSome(String(topic), which === 'all', AT_ONCE, after, ctx);
    for (let last = forget(); last; last = forget(last)) await nextTurn();
  },
  'sns.trim-archive': async ([topic, before], ctx) => {
    await whileMore(() => trimSome(String(topic), before === undefined ? undefined : Number(before), AT_ONCE, ctx));
  },
  'sns.replay': async ([topic, id], ctx) => {
    await whileMore(() => replaySome(String(topic), String(id), ctx));
  },
  'sns.log-status': ([delivery], ctx) => logStatus(String(delivery), ctx),
  'sns.expire-token': ([token], ctx) => ctx.write((tx) => tx.delete(ctx.records(tokens), [String(token)])),
});
