// Runs one batch: invokes the function and acknowledges the records that did not fail. The others return by the source's own rules.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import type { SourceRecord } from '#core/source-records';
import type { FailedRun } from '#core/traces/run';
import { reportedFailures } from '#polling/batch-response';
import { batchTrace, noteBatch } from '#polling/batch-trace';
import type { GatheredRecord } from '#polling/poller';
import { sourceContext } from '#polling/source-context';
import { BATCH_RETURNS, batchReturns } from '#services/lambda/execution/messages';
import { functionArn } from '#services/lambda/lookup/function-name';
import { lineageId, longest } from '#services/lambda/recursion/lineage';
import { countRecords } from './mapping-metrics.ts';
import type { MappingRecord } from './mapping-record.ts';

/** Ids of messages that a line names, and that the trace of a batch has. */
const MAX_NAMED = 3;
const MAX_IDS = 10;

export interface BatchRun {
  readonly mapping: Frozen<MappingRecord>;
  readonly source: Source;
  /** The function invokes itself in this role, so no resource policy is evaluated. */
  readonly role: string;
  readonly batch: readonly GatheredRecord[];
}

/** Outcome of the invocation. */
interface BatchOutcome {
  readonly failed: ReadonlySet<string> | 'all';
  /** The function could not be invoked. */
  readonly isRefused?: true | undefined;
  /** Why records return, as the end of a sentence. */
  readonly reason?: string | undefined;
  /** The command that lets the function take the batch. */
  readonly remedy?: string | undefined;
}

export async function runBatch({ mapping, source, role, batch }: BatchRun, work: Ctx): Promise<void> {
  const startedMs = performance.now();
  const records = batch.map(({ record }) => record);
  const trace = batchTrace(records, work);
  const { ctx } = trace;
  const requestId = ctx.id();
  const outcome = await invoke({ mapping, role, batch, requestId }, ctx);
  const { failed } = outcome;
  const left = records.filter(({ id }) => failed === 'all' || failed.has(id));
  const done = records.filter((record) => !left.includes(record));
  const isReported = failed !== 'all';
  countRecords(
    mapping,
    {
      PolledEventCount: records.length,
      InvokedEventCount: outcome.isRefused ? 0 : records.length,
      FailedInvokeEventCount: outcome.isRefused || isReported ? left.length : 0,
      DeletedEventCount: done.length,
    },
    work,
  );
  const { sourceArn, functionName } = mapping;
  const name = `${batch.length} message${batch.length === 1 ? '' : 's'} → ${functionName}`;
  const run = { what: 'batch', resource: sourceArn, name, startedMs, requestId } as const;
  if (left.length > 0) reportReturn(mapping, { left, of: batch.length, outcome }, { ...run, sentBy: trace.sentBy }, ctx);
  else noteBatch(trace, { ...run, text: idsOf(records) });
  for (const { id, trace: sender = ctx.trace.id } of done)
    ctx.reportRecovery({ attempt: id, text: `${functionName} processed message ${id}`, resource: sourceArn, trace: sender });
  if (failed === 'all') return;
  const receipts = done.map(({ receipt }) => receipt);
  source.acknowledge(sourceArn, receipts, sourceContext(sourceArn, ctx));
}

/** `emulator why <id of a message>` finds the batch by them. */
const idsOf = (records: readonly SourceRecord[]): string =>
  records
    .slice(0, MAX_IDS)
    .map(({ id }) => id)
    .join(' ');

interface Returned {
  readonly left: readonly SourceRecord[];
  readonly of: number;
  readonly outcome: BatchOutcome;
}

function reportReturn(
  { sourceArn, functionName: name }: BatchRun['mapping'],
  { left, of, outcome }: Returned,
  run: FailedRun,
  ctx: Ctx,
): void {
  const firstMs = Math.min(...left.map(({ returnsMs }) => returnsMs));
  const inS = Math.max(0, Math.round((firstMs - ctx.now()) / 100) / 10);
  const { reason, remedy } = outcome;
  const facts = { sourceArn, name, count: left.length, of, reason };
  ctx.report(BATCH_RETURNS, { ...facts, inS }, { ...run, cause: batchReturns(facts), remedy, attempts: left.map(({ id }) => id) });
}

interface Invocation extends Pick<BatchRun, 'mapping' | 'role' | 'batch'> {
  readonly requestId: string;
}

async function invoke({ mapping, role, batch, requestId }: Invocation, ctx: Ctx): Promise<BatchOutcome> {
  const { functionName } = mapping;
  const FunctionName = functionArn(ctx, functionName, mapping.qualifier);
  const Payload = Buffer.from(`{"Records":[${batch.map(({ text }) => text).join(',')}]}`);
  const traceHeader = longest(
    batch.flatMap(({ record }) => record.traceHeader ?? []),
    lineageId(functionArn(ctx, functionName)),
  );
  try {
    const options = { withRole: role, isByRight: true as const, traceHeader, requestId, mayRest: true };
    const { FunctionError, Payload: answer } = await ctx.call('lambda', 'Invoke', { FunctionName, Payload }, options);
    if (FunctionError) return { failed: 'all' };
    if (!mapping.partial) return { failed: new Set() };
    const { failed, problem } = reportedFailures(answer ?? new Uint8Array(), new Set(batch.map(({ record }) => record.id)));
    if (failed === 'all') return { failed, reason: `${functionName} answered a batch response that cannot be understood: ${problem}` };
    return { failed, reason: `${functionName} reported ${[...failed].slice(0, MAX_NAMED).join(', ')} in batchItemFailures` };
  } catch (error) {
    // Throttled, not ready or deleted.
    if (!(error instanceof Fault)) throw error;
    const reason = `${functionName} could not be invoked: ${error.code}: ${error.message}`;
    return { failed: 'all', isRefused: true, reason, remedy: error.options.remedy };
  }
}
