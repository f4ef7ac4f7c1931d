// Due work of GraphQL APIs: what has changed in source APIs goes into their merged APIs.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { merge, mergeAgain } from './merged/merge.ts';
import { sourceAssociations } from './state.ts';

export const work: Readonly<Record<string, DueWork>> = table<DueWork>({
  'appsync.merge': ([mergedApiId, id], ctx) => {
    const association = ctx.records(sourceAssociations).get([String(mergedApiId), String(id)]);
    if (association) ctx.write((tx) => merge(tx, association, ctx));
  },
  'appsync.merge-again': ([mergedApiId], ctx) => {
    ctx.write((tx) => mergeAgain(tx, String(mergedApiId), ctx));
  },
});
