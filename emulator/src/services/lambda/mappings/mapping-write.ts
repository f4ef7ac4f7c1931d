// Writes event source mappings with their indexes, and keeps the watch that wakes their poller.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { forgetLanes } from '#polling/log/lanes';
import { sourceContext } from '#polling/source-context';
import { type MappingRecord, mappings, mappingsByFunction, mappingsBySource, processingResults } from './mapping-record.ts';

export const POLL = 'lambda.poll';
/** Key of a second watch of the mapping, which waits for its function to be ready. */
export const UNTIL_READY = 'until-ready';

/** This signal is sent when the state of the mapping changes, and when it is deleted. */
export const mappingKey = (uuid: string): string => `mapping/${uuid}`;

export function putMapping(tx: Tx, mapping: MappingRecord | Frozen<MappingRecord>, ctx: Ctx): void {
  const { uuid, functionName, sourceArn } = mapping;
  const before = ctx.records(mappings).get([uuid]);
  if (before && before.functionName !== functionName) tx.delete(ctx.records(mappingsByFunction), [before.functionName, uuid]);
  tx.put(ctx.records(mappings), [uuid], mapping);
  tx.put(ctx.records(mappingsByFunction), [functionName, uuid], { uuid });
  tx.put(ctx.records(mappingsBySource), [sourceArn, uuid], { uuid });
  tx.after(() => ctx.wake(mappingKey(uuid)));
}

/** Polls now, and whenever the source has records. Without a signal, because the source is gone, it polls once. */
export function watchSource(tx: Tx, { uuid, sourceArn }: Frozen<MappingRecord>, signal: string | undefined, ctx: Ctx): void {
  if (signal === undefined) ctx.later(tx, POLL, [uuid], ctx.now());
  else ctx.watch(tx, POLL, [uuid], signal, sourceContext(sourceArn, ctx));
}

export function deleteMapping(tx: Tx, { uuid, functionName, sourceArn }: Frozen<MappingRecord>, ctx: Ctx): void {
  tx.delete(ctx.records(mappings), [uuid]);
  tx.delete(ctx.records(mappingsByFunction), [functionName, uuid]);
  tx.delete(ctx.records(mappingsBySource), [sourceArn, uuid]);
  tx.delete(ctx.records(processingResults), [uuid]);
  forgetLanes(tx, POLL, uuid, ctx);
  ctx.unwatch(tx, POLL, [uuid]);
  ctx.unwatch(tx, POLL, [uuid, UNTIL_READY]);
  ctx.unschedule(tx, POLL, [uuid]);
  tx.after(() => ctx.wake(mappingKey(uuid)));
}
