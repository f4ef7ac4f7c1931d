// Due work of the topic service: forgets deduplication ids and tokens that are over.
import type { DueWork } from '#core/time/work';
import { forgetSome } from './publish/deduplication.ts';
import { tokens } from './state.ts';

const AT_ONCE = 500;

export const work: Readonly<Record<string, DueWork>> = {
  'sns.forget': async ([topic, all], ctx) => {
    while (forgetSome(String(topic), all !== undefined, AT_ONCE, ctx)) await new Promise((resolve) => setImmediate(resolve));
  },
  'sns.expire-token': ([token], ctx) => ctx.write((tx) => tx.delete(ctx.records(tokens), [String(token)])),
};
