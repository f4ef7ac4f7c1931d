// Runs one batch: invokes the function and acknowledges the records that did not fail. The others return by the source's own rules.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import { failedIds } from '#polling/batch-response';
import type { GatheredRecord } from '#polling/poller';
import { sourceContext } from '#polling/source-context';
import { BATCH_RETURNS } from '#services/lambda/execution/messages';
import { functionArn } from '#services/lambda/lookup/function-name';
import { lineageId, longest } from '#services/lambda/recursion/lineage';
import type { MappingRecord } from './mapping-record.ts';

export interface BatchRun {
  readonly mapping: Frozen<MappingRecord>;
  readonly source: Source;
  /** The function invokes itself in this role, so no resource policy is evaluated. */
  readonly role: string;
  readonly batch: readonly GatheredRecord[];
}

export async function runBatch({ mapping, source, role, batch }: BatchRun, ctx: Ctx): Promise<void> {
  const failed = await invoke(mapping, role, batch, ctx);
  const left = batch.filter(({ record }) => failed === 'all' || failed.has(record.id));
  if (left.length > 0) logReturn(mapping, left, batch.length, ctx);
  if (failed === 'all') return;
  const done = batch.filter(({ record }) => !failed.has(record.id)).map(({ record }) => record.receipt);
  source.acknowledge(mapping.sourceArn, done, sourceContext(mapping.sourceArn, ctx));
}

function logReturn({ sourceArn, functionName: name }: BatchRun['mapping'], left: BatchRun['batch'], of: number, ctx: Ctx): void {
  const firstMs = Math.min(...left.map(({ record }) => record.returnsMs));
  ctx.log.write(BATCH_RETURNS, { sourceArn, name, count: left.length, of, inS: Math.max(0, Math.round((firstMs - ctx.now()) / 100) / 10) });
}

async function invoke(
  mapping: Frozen<MappingRecord>,
  role: string,
  batch: readonly GatheredRecord[],
  ctx: Ctx,
): Promise<ReadonlySet<string> | 'all'> {
  const FunctionName = functionArn(ctx, mapping.functionName, mapping.qualifier);
  const Payload = Buffer.from(`{"Records":[${batch.map(({ text }) => text).join(',')}]}`);
  const traceHeader = longest(
    batch.flatMap(({ record }) => record.traceHeader ?? []),
    lineageId(functionArn(ctx, mapping.functionName)),
  );
  try {
    const { FunctionError, Payload: answer } = await ctx.call(
      'lambda',
      'Invoke',
      { FunctionName, Payload },
      { withRole: role, traceHeader, mayRest: true },
    );
    if (FunctionError) return 'all';
    if (!mapping.partial) return new Set();
    return failedIds(answer ?? new Uint8Array(), new Set(batch.map(({ record }) => record.id)));
  } catch (error) {
    // Throttled, not ready or deleted. The dispatcher has logged it.
    if (error instanceof Fault) return 'all';
    throw error;
  }
}
