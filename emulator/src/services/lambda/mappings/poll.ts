// Mappings of queues as consumers of their sources.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Consumer, Reader } from '#polling/consumer';
import { poll } from '#polling/poll';
import { giveBackGathered } from '#polling/poller';
import { functions } from '#services/lambda/state';
import { advanceState, readySettings } from './advance-state.ts';
import { type MappingRecord, mappings } from './mapping-record.ts';
import { POLL } from './mapping-write.ts';
import { pollLogMapping } from './poll-log.ts';
import { tellHindered, tellReading } from './processing-result.ts';
import { reportFiltered, type Sent } from './report-filtered.ts';
import { runBatch } from './run-batch.ts';

/** Limit: batches of a mapping that run at the same time, if nothing else limits them. */
const MAX_AT_ONCE = 10;

interface MappingReader extends Reader {
  readonly mapping: Frozen<MappingRecord>;
}

const CONSUMER: Consumer<MappingReader> = {
  work: POLL,
  sourceArn: (uuid, ctx) => ctx.records(mappings).get([uuid])?.sourceArn,
  isReading: (uuid, ctx) => ctx.records(mappings).get([uuid])?.state === 'Enabled',
  reader: (uuid, source, poller, ctx) => {
    const giveBack = (arn: string) => giveBackGathered(poller, arn, source, ctx);
    const known = ctx.records(mappings).get([uuid]);
    const mapping = known && advanceState(uuid, { running: poller.running, giveBack: () => giveBack(known.sourceArn) }, ctx);
    if (mapping?.state !== 'Enabled') return undefined;
    const settings = readySettings(mapping, poller, ctx);
    if (!settings || poller.running >= limitOf(mapping, ctx)) return undefined;
    const { sourceArn, batchSize, windowS, filters } = mapping;
    const dropped = (records: readonly Sent[]) => reportFiltered(mapping, records, ctx);
    return { sourceArn, batchSize, windowS, filters, dropped, mapping, role: settings.role };
  },
  hindered: ({ mapping }, { text }, ctx) => tellHindered(mapping, `PROBLEM: ${text}`, ctx),
  process: ({ mapping, role }, batch, source, ctx) => {
    tellReading(mapping, ctx);
    return runBatch({ mapping, source, role, batch }, ctx);
  },
};

export const pollMapping = (uuid: string, ctx: Ctx): Promise<void> =>
  ctx.records(mappings).get([uuid])?.log ? pollLogMapping(uuid, ctx) : poll(CONSUMER, uuid, ctx);

/** A reservation lowers the limit, so that the mapping does not cause throttling. */
const limitOf = ({ functionName, maxConcurrency = MAX_AT_ONCE }: Frozen<MappingRecord>, ctx: Ctx): number =>
  Math.max(1, Math.min(maxConcurrency, ctx.records(functions).get([functionName])?.reserved ?? Number.POSITIVE_INFINITY));
