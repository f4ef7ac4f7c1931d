// The last result of a mapping, as GetEventSourceMapping shows it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { namedTrace } from '#polling/batch-trace';
import { SOURCE_UNREADABLE } from '#services/lambda/execution/messages';
import { type MappingRecord, processingResults, sourceName } from './mapping-record.ts';

/** Stores the text. False where it is that already. */
export function noteResult(uuid: string, text: string, ctx: Ctx): boolean {
  if (ctx.signal.aborted || ctx.records(processingResults).get([uuid])?.text === text) return false;
  ctx.write((tx) => tx.put(ctx.records(processingResults), [uuid], { text }));
  return true;
}

/** The source cannot be read: told once for each reason. */
export function tellHindered(mapping: Frozen<MappingRecord>, problem: string, ctx: Ctx): void {
  const sourceArn = sourceName(mapping);
  if (!noteResult(mapping.uuid, problem, ctx)) return;
  const run = { what: 'batch', resource: sourceArn, attempts: [sourceArn] } as const;
  namedTrace(sourceArn, ctx).report(SOURCE_UNREADABLE, { sourceArn, name: mapping.functionName, problem }, run);
}

/** The source of a mapping that was hindered is read again. Mappings of queues show no result otherwise. */
export function tellReading(mapping: Frozen<MappingRecord>, ctx: Ctx): void {
  if (!ctx.records(processingResults).has([mapping.uuid])) return;
  const sourceArn = sourceName(mapping);
  ctx.write((tx) => tx.delete(ctx.records(processingResults), [mapping.uuid]));
  ctx.reportRecovery({ attempt: sourceArn, text: `${mapping.functionName} reads ${sourceArn} again`, resource: sourceArn });
}
