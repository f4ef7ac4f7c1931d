// Takes a mapping to the state that it is on its way to, and finds out whether its function can be invoked.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { type FunctionName, findVersion } from '#services/lambda/lookup/find-function';
import { activationKey } from '#services/lambda/lookup/until-active';
import type { Settings, VersionRecord } from '#services/lambda/state';
import { type MappingRecord, mappings } from './mapping-record.ts';
import { deleteMapping, POLL, putMapping, UNTIL_READY } from './mapping-write.ts';

interface Running {
  /** Batches that the function has. */
  readonly running: number;
  /** Lets go of records that are gathered. */
  giveBack(): void;
}

/** Undefined once the mapping is deleted. Batches of streams end before their mapping changes; those of queues only before it stops. */
export function advanceState(uuid: string, { running, giveBack }: Running, ctx: Ctx): Frozen<MappingRecord> | undefined {
  const mapping = ctx.records(mappings).get([uuid]);
  if (!mapping) return undefined;
  if (!mapping.enabled) giveBack();
  if (mapping.state === 'Enabled' || mapping.state === 'Disabled') return mapping;
  if ((!mapping.enabled || mapping.log) && running > 0) return mapping;
  if (mapping.log) giveBack();
  if (mapping.state === 'Deleting') {
    ctx.write((tx) => deleteMapping(tx, mapping, ctx));
    return undefined;
  }
  const settled: Frozen<MappingRecord> = { ...mapping, state: mapping.enabled ? 'Enabled' : 'Disabled' };
  ctx.write((tx) => putMapping(tx, settled, ctx));
  return settled;
}

/** The settings of the function, if it can be invoked. Otherwise nothing is read, and the end of its update wakes the mapping. */
export function readySettings(
  { uuid, functionName: name, qualifier }: Frozen<MappingRecord>,
  poller: { awaits: string | undefined },
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
