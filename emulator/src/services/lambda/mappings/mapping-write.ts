// Writing event source mappings: the record, what finds it, and the word that its poller must look.
import type { Ctx } from '#core/call';
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
export const placeOf = (ctx: Ctx, arn: string): Ctx => {
  const { account, region } = parseArn(arn) ?? {};
  return account === ctx.account && region === ctx.region ? ctx : ctx.in({ account, region });
};

export function putMapping(ctx: Ctx, tx: Tx, mapping: MappingRecord | Frozen<MappingRecord>): void {
  const { uuid, functionName, sourceArn } = mapping;
  const before = ctx.records(mappings).get([uuid]);
  if (before && before.functionName !== functionName) tx.delete(ctx.records(mappingsByFunction), [before.functionName, uuid]);
  tx.put(ctx.records(mappings), [uuid], mapping);
  tx.put(ctx.records(mappingsByFunction), [functionName, uuid], { uuid });
  tx.put(ctx.records(mappingsBySource), [sourceArn, uuid], { uuid });
  tx.after(() => ctx.wake(mappingKey(uuid)));
}

/** Looks whenever the source has something; and now. */
export const watchSource = (ctx: Ctx, tx: Tx, { uuid, sourceArn }: Frozen<MappingRecord>, source: Source): void =>
  ctx.watch(tx, POLL, [uuid], source.signal(sourceArn), placeOf(ctx, sourceArn));

export function deleteMapping(ctx: Ctx, tx: Tx, { uuid, functionName, sourceArn }: Frozen<MappingRecord>): void {
  tx.delete(ctx.records(mappings), [uuid]);
  tx.delete(ctx.records(mappingsByFunction), [functionName, uuid]);
  tx.delete(ctx.records(mappingsBySource), [sourceArn, uuid]);
  ctx.unwatch(tx, POLL, [uuid]);
  ctx.unwatch(tx, POLL, [uuid, UNTIL_READY]);
  ctx.unschedule(tx, POLL, [uuid]);
  tx.after(() => ctx.wake(mappingKey(uuid)));
}
