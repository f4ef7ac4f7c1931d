// Tells of records that no filter of a mapping matched: on the console, in the traces of the requests that sent them, and among the metrics of the mapping.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { batchTrace, noteBatch } from '#polling/batch-trace';
import { MAPPING_FILTERED } from '#services/lambda/execution/messages';
import { countRecords } from './mapping-metrics.ts';
import { type MappingRecord, sourceName } from './mapping-record.ts';

/** A record whose sender may be known. */
export interface Sent {
  readonly trace?: string | undefined;
}

export function reportFiltered(mapping: Frozen<MappingRecord>, records: readonly Sent[], ctx: Ctx): void {
  const [name, sourceArn, count] = [mapping.functionName, sourceName(mapping), records.length];
  countRecords(mapping, { PolledEventCount: count, FilteredOutEventCount: count }, ctx);
  ctx.log.write(MAPPING_FILTERED, { name, count, sourceArn });
  const text = 'matched no filter of the mapping, so the function does not see them';
  const trace = batchTrace(records, ctx);
  if (trace.sentBy.length > 0)
    noteBatch(trace, { what: 'batch', resource: sourceArn, name: `${count} record${count === 1 ? '' : 's'} → ${name}`, text });
}
