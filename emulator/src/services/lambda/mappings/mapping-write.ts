// Writes event source mappings with their indexes, and keeps the watch that wakes their poller.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { forgetLanes } from '#polling/log/lanes';
import { sourceContext } from '#polling/source-context';
import { knownSource, type MappingRecord, mappings, mappingsByFunction, mappingsBySource, processingResults } from './mapping-record.ts';

export const POLL = 'lambda.poll';
/** Key of a second watch of the mapping, which waits for its function to be ready. */
export const UNTIL_READY = 'until-ready';

/** This signal is sent when the state of the mapping changes, and when it is deleted. */
export const mappingKey = (uuid: string): string => `mapping/${uuid}`;

export function putMapping(tx: Tx, mapping: MappingRecord | Frozen<MappingRecord>, ctx: Ctx): void {
  const { uuid, functionName } = mapping;
  const before = ctx.records(mappings).get([uuid]);
  if (before && before.functionName !== functionName) tx.delete(ctx.records(mappingsByFunction), [before.functionName, uuid]);
  tx.put(ctx.records(mappings), [uuid], mapping);
  tx.put(ctx.records(mappingsByFunction), [functionName, uuid], { uuid });
  tx.put(ctx.records(mappingsBySource), [knownSource(mapping), uuid], { uuid });
  if (before && before.sourceArn !== mapping.sourceArn) tx.after(() => letGo(before, ctx));
  if (mapping.state === 'Disabled') tx.after(() => letGo(mapping, ctx));
  tx.after(() => ctx.wake(mappingKey(uuid)));
}

/** Nothing reads the source any more. */
function letGo({ sourceArn, log }: Frozen<MappingRecord>, ctx: Ctx): void {
  const there = sourceContext(sourceArn, ctx);
  if (log) void ctx.track(ctx.logSource(sourceArn).then((source) => source?.close?.(sourceArn, there)));
}

/** Polls now, and whenever the source has records. Without a signal, because the source is gone, it polls once. */
export function watchSource(tx: Tx, { uuid, sourceArn }: Frozen<MappingRecord>, signal: string | undefined, ctx: Ctx): void {
  if (signal === undefined) ctx.later(tx, POLL, [uuid], ctx.now());
  else ctx.watch(tx, POLL, [uuid], signal, sourceContext(sourceArn, ctx));
}

export function deleteMapping(tx: Tx, mapping: Frozen<MappingRecord>, ctx: Ctx): void {
  const { uuid, functionName } = mapping;
  tx.delete(ctx.records(mappings), [uuid]);
  tx.delete(ctx.records(mappingsByFunction), [functionName, uuid]);
  tx.delete(ctx.records(mappingsBySource), [knownSource(mapping), uuid]);
  tx.delete(ctx.records(processingResults), [uuid]);
  forgetLanes(tx, POLL, uuid, ctx);
  ctx.unwatch(tx, POLL, [uuid]);
  ctx.unwatch(tx, POLL, [uuid, UNTIL_READY]);
  ctx.unschedule(tx, POLL, [uuid]);
  tx.after(() => letGo(mapping, ctx));
  tx.after(() => ctx.wake(mappingKey(uuid)));
}
