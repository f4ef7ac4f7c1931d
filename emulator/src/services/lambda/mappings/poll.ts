// Event source mappings as consumers of their sources.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import type { Consumer, Reader } from '#polling/consumer';
import { poll } from '#polling/poll';
import { giveBackGathered, type Poller } from '#polling/poller';
import { type FunctionName, findVersion } from '#services/lambda/find-function';
import { functions, type Settings, type VersionRecord } from '#services/lambda/state';
import { activationKey } from '#services/lambda/versions-write';
import { type MappingRecord, mappings } from './mapping-record.ts';
import { deleteMapping, POLL, putMapping, UNTIL_READY } from './mapping-write.ts';
import { runBatch } from './run-batch.ts';

/** Maximum of concurrent batches, if nothing else limits them. */
const MAX_AT_ONCE = 10;

interface MappingReader extends Reader {
  readonly mapping: Frozen<MappingRecord>;
  /** The function invokes itself in this role. */
  readonly role: string;
}

const CONSUMER: Consumer<MappingReader> = {
  work: POLL,
  sourceArn: (uuid, ctx) => ctx.records(mappings).get([uuid])?.sourceArn,
  isReading: (uuid, ctx) => ctx.records(mappings).get([uuid])?.state === 'Enabled',
  reader: (uuid, source, poller, ctx) => {
    const mapping = advanceState(uuid, source, poller, ctx);
    if (mapping?.state !== 'Enabled') return undefined;
    const settings = readySettings(mapping, poller, ctx);
    if (!settings || poller.running >= limitOf(mapping, ctx)) return undefined;
    const { sourceArn, batchSize, windowS, filters } = mapping;
    return { sourceArn, batchSize, windowS, filters, mapping, role: settings.role };
  },
  process: ({ mapping, role }, batch, source, ctx) => runBatch({ mapping, source, role, batch }, ctx),
};

export const pollMapping = (uuid: string, ctx: Ctx): Promise<void> => poll(CONSUMER, uuid, ctx);

/** Advances the mapping to the state that it is on its way to. Undefined once it is deleted. */
function advanceState(uuid: string, source: Source, poller: Poller, ctx: Ctx): Frozen<MappingRecord> | undefined {
  const mapping = ctx.records(mappings).get([uuid]);
  if (!mapping) return undefined;
  if (!mapping.enabled) giveBackGathered(poller, mapping.sourceArn, source, ctx);
  if (mapping.state === 'Enabled' || mapping.state === 'Disabled') return mapping;
  // Batches that the function already has end first.
  if (!mapping.enabled && poller.running > 0) return mapping;
  if (mapping.state === 'Deleting') {
    ctx.write((tx) => deleteMapping(tx, mapping, ctx));
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
