// Due work of STS: forgets sessions that expired long ago.
import type { DueWork } from '#core/time/work';
import { sessions } from './state.ts';

const forget: DueWork = (key, ctx) => {
  ctx.write((tx) => tx.delete(ctx.records(sessions), [String(key[0])]));
};

export const work = { 'sts.forget': forget };
