// Due work of identity pools: the identities of a deleted pool are removed in pieces.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { emptyPiece } from './pools/pools.ts';

export const work: Readonly<Record<string, DueWork>> = table<DueWork>({
  'cognito-identity.empty': ([poolId], ctx) => {
    ctx.write((tx) => {
      if (emptyPiece(tx, String(poolId), ctx)) ctx.later(tx, 'cognito-identity.empty', [String(poolId)], ctx.now());
    });
  },
});
