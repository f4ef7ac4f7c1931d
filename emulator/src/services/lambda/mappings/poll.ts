// The work of an event source mapping. It looks when the source wakes it, when a batch has ended, and when a window closes. Nothing polls
// on a timer.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import { type FunctionName, findVersion } from '#services/lambda/find-function';
import { functions, type Settings, type VersionRecord } from '#services/lambda/state';
import { activationKey } from '#services/lambda/versions-write';
import { gather } from './gather.ts';
import { type MappingRecord, mappings } from './mapping-record.ts';
import { deleteMapping, POLL, placeOf, putMapping, UNTIL_READY } from './mapping-write.ts';
import { type Poller, pollerKey, pollersOf, takeGathered } from './pollers.ts';
import { runBatch } from './run-batch.ts';

/** Maximum of concurrent batches, if nothing else limits them. */
const MAX_AT_ONCE = 10;

/** Looks for records. If a look is under way already, that one is repeated afterwards instead. */
export async function poll(uuid: string, ctx: Ctx): Promise<void> {
  const poller = pollersOf(ctx).of(pollerKey(uuid, ctx));
  if (poller.looking) {
    poller.again = true;
    return;
  }
  poller.looking = true;
  try {
    do {
      poller.again = false;
      await look(uuid, poller, ctx);
    } while (poller.again && !ctx.signal.aborted);
  } finally {
    poller.looking = false;
  }
}

async function look(uuid: string, poller: Poller, ctx: Ctx): Promise<void> {
  const known = ctx.records(mappings).get([uuid]);
  const source = known && (await ctx.eventSource(known.sourceArn));
  if (!source) return pollersOf(ctx).forget(pollerKey(uuid, ctx));
  for (
    let mapping = advanceState(uuid, source, poller, ctx);
    mapping?.state === 'Enabled';
    mapping = advanceState(uuid, source, poller, ctx)
  ) {
    const settings = readySettings(mapping, poller, ctx);
    if (!settings || poller.running >= limitOf(mapping, ctx)) break;
    const batch = await gather(mapping, source, poller, ctx);
    if (!batch) break;
    poller.running++;
    void ctx.track(finish(uuid, poller, runBatch({ mapping, source, role: settings.role, batch }, ctx), ctx));
  }
  lookLater(uuid, source, poller, ctx);
}

async function finish(uuid: string, poller: Poller, running: Promise<void>, ctx: Ctx): Promise<void> {
  try {
    await running;
  } catch (error) {
    // Errors mean nothing if the state was replaced or the emulator is stopping.
    if (!(error instanceof Fault) && !ctx.signal.aborted) ctx.log.write(INTERNAL_FAILURE, { work: `a batch of ${uuid}`, error });
  }
  poller.running--;
  if (!ctx.signal.aborted) await poll(uuid, ctx).catch(() => undefined);
}

/** Advances the mapping to the state that it is on its way to. Undefined once it is deleted. */
function advanceState(uuid: string, source: Source, poller: Poller, ctx: Ctx): Frozen<MappingRecord> | undefined {
  const mapping = ctx.records(mappings).get([uuid]);
  if (!mapping) return undefined;
  if (!mapping.enabled && poller.gathered.length > 0) {
    const receipts = takeGathered(poller).map(({ record }) => record.receipt);
    source.giveBack(mapping.sourceArn, receipts, placeOf(mapping.sourceArn, ctx));
  }
  if (mapping.state === 'Enabled' || mapping.state === 'Disabled') return mapping;
  // Batches that the function already has end first.
  if (!mapping.enabled && poller.running > 0) return mapping;
  if (mapping.state === 'Deleting') {
    ctx.write((tx) => deleteMapping(tx, mapping, ctx));
    pollersOf(ctx).forget(pollerKey(uuid, ctx));
    return undefined;
  }
  const settled: Frozen<MappingRecord> = { ...mapping, state: mapping.enabled ? 'Enabled' : 'Disabled' };
  ctx.write((tx) => putMapping(tx, settled, ctx));
  return settled;
}

/** The settings of the function, if it can be invoked. Otherwise nothing is pulled, and the end of its update wakes the mapping. */
function readySettings(
  { uuid, functionName: name, qualifier }: Frozen<MappingRecord>,
  poller: Poller,
  ctx: Ctx,
): Frozen<Settings> | undefined {
  const version = versionOf({ name, qualifier }, ctx);
  if (version?.state === 'Active') return version.serving ?? version.settings;
  const signal = activationKey(name, version?.version ?? 0);
  if (poller.awaits !== signal) ctx.write((tx) => ctx.watch(tx, POLL, [uuid, UNTIL_READY], signal));
  poller.awaits = signal;
  return undefined;
}

function versionOf(fn: FunctionName, ctx: Ctx): Frozen<VersionRecord> | undefined {
  try {
    return findVersion(fn, ctx).version;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** A reservation lowers the limit, so that the mapping does not cause throttling. */
const limitOf = ({ functionName, maxConcurrency = MAX_AT_ONCE }: Frozen<MappingRecord>, ctx: Ctx): number =>
  Math.max(1, Math.min(maxConcurrency, ctx.records(functions).get([functionName])?.reserved ?? Number.POSITIVE_INFINITY));

/** Schedules the next look: when the window closes, or when hidden messages become visible again. */
function lookLater(uuid: string, source: Source, { closesMs = Number.POSITIVE_INFINITY }: Poller, ctx: Ctx): void {
  const mapping = ctx.records(mappings).get([uuid]);
  if (mapping?.state !== 'Enabled') return;
  const times = [closesMs, source.nextMs(mapping.sourceArn, placeOf(mapping.sourceArn, ctx))].filter((ms) => ms > ctx.now());
  const nextMs = Math.min(...times);
  ctx.write((tx) => (nextMs === Number.POSITIVE_INFINITY ? ctx.unschedule(tx, POLL, [uuid]) : ctx.later(tx, POLL, [uuid], nextMs)));
}
