// Records of the scaling of versions: the minimum and the maximum of environments.
import type { Ctx } from '#core/ctx';
import { collection, type Tx } from '#core/records';

export const SCALE = 'lambda.scale';

export interface ScalingRecord {
  readonly name: string;
  readonly version: number;
  readonly least: number;
  readonly most?: number | undefined;
}

export const scalings = collection<[name: string, version: number], ScalingRecord>('lambda.scalings');

/** Deletes the scaling of a version that is being deleted. */
export function forgetScaling(tx: Tx, name: string, version: number, ctx: Ctx): void {
  if (!ctx.records(scalings).has([name, version])) return;
  tx.delete(ctx.records(scalings), [name, version]);
  ctx.unwatch(tx, SCALE, [name, version]);
  ctx.unschedule(tx, SCALE, [name, version]);
}
