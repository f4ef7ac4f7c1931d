// The inputs of a map run's children: kept in portions, and counted by items.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { isList, isObject, type Json } from '#services/states/language/json';
import { type MapRun, mapInputs, PORTION } from './records.ts';

/** Keeps inputs; `from` is a multiple of PORTION. */
export function putInputs(id: string, from: number, inputs: readonly Json[], tx: Tx, ctx: Ctx): void {
  for (let at = 0; at < inputs.length; at += PORTION)
    tx.put(ctx.records(mapInputs), [id, (from + at) / PORTION], { inputs: inputs.slice(at, at + PORTION) });
}

export const inputAt = (id: string, index: number, ctx: Ctx): Json =>
  ctx.records(mapInputs).get([id, Math.floor(index / PORTION)])!.inputs[index % PORTION]! as Json;

/** A batch holds several. */
export function itemsIn({ batcher }: Pick<MapRun, 'batcher'>, input: Json): number {
  const items = batcher && isObject(input) ? input['Items'] : undefined;
  return isList(items) ? items.length : 1;
}
