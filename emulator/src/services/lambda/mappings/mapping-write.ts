// Writing event source mappings: the record, what finds it, and the word that its poller must look.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Source } from '#core/source';
import { parseArn } from '#lib/arn';
import { type MappingRecord, mappings, mappingsByFunction, mappingsBySource } from './mapping-record.ts';

export const POLL = 'lambda.poll';
/** Beside the mapping's own standing order: the one that waits for its function. */
export const UNTIL_READY = 'until-ready';

/** Woken whenever the mapping has another state, or is gone. */
export const mappingKey = (uuid: string): string => `mapping/${uuid}`;

/** The place that an ARN names. */
export const placeOf = (arn: string, ctx: Ctx): Ctx => {
  const { account, region } = parseArn(arn) ?? {};
  return account === ctx.account && region === ctx.region ? ctx : ctx.in({ account, region });
};

export function putMapping(tx: Tx, mapping: MappingRecord | Frozen<MappingRecord>, ctx: Ctx): void {
  const { uuid, functionName, sourceArn } = mapping;
  const before = ctx.records(mappings).get([uuid]);
  if (before && before.functionName !== functionName) tx.delete(ctx.records(mappingsByFunction), [before.functionName, uuid]);
  tx.put(ctx.records(mappings), [uuid], mapping);
  tx.put(ctx.records(mappingsByFunction), [functionName, uuid], { uuid });
  tx.put(ctx.records(mappingsBySource), [sourceArn, uuid], { uuid });
  tx.after(() => ctx.wake(mappingKey(uuid)));
}

/** Looks whenever the source has something; and now. */
export const watchSource = (tx: Tx, { uuid, sourceArn }: Frozen<MappingRecord>, source: Source, ctx: Ctx): void =>
  ctx.watch(tx, POLL, [uuid], source.signal(sourceArn), placeOf(sourceArn, ctx));

export function deleteMapping(tx: Tx, { uuid, functionName, sourceArn }: Frozen<MappingRecord>, ctx: Ctx): void {
  tx.delete(ctx.records(mappings), [uuid]);
  tx.delete(ctx.records(mappingsByFunction), [functionName, uuid]);
  tx.delete(ctx.records(mappingsBySource), [sourceArn, uuid]);
  ctx.unwatch(tx, POLL, [uuid]);
  ctx.unwatch(tx, POLL, [uuid, UNTIL_READY]);
  ctx.unschedule(tx, POLL, [uuid]);
  tx.after(() => ctx.wake(mappingKey(uuid)));
}
