// Due work of retrievals: forgets those whose time is over.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { retrievals } from '#services/xray/state';

export const work: Readonly<Record<string, DueWork>> = table({
  'xray.forget-retrieval': async ([token], ctx) => ctx.write((tx) => tx.delete(ctx.records(retrievals), [String(token)])),
});
