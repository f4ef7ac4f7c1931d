// Invokes the function of a mapping with a batch of a log, and reads what it answers.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { reportedFailures } from '#polling/batch-response';
import type { BatchResult, LogBatch } from '#polling/log/log-consumer';
import { countEvent } from '#services/lambda/execution/function-metrics';
import { functionArn } from '#services/lambda/lookup/function-name';
import { failedOffset, kafkaPayload } from './kafka-batch.ts';
import type { MappingRecord } from './mapping-record.ts';

/** The mapping that invokes the function, and the function's own role, in which it does so. */
export interface LogInvocation {
  readonly mapping: Frozen<MappingRecord>;
  readonly role: string;
}

export async function invokeWithBatch({ mapping, role }: LogInvocation, batch: LogBatch, ctx: Ctx): Promise<BatchResult> {
  const FunctionName = functionArn(ctx, mapping.functionName, mapping.qualifier);
  const requestId = ctx.id();
  const last = batch.records.at(-1);
  if (last) countEvent(mapping.functionName, 'IteratorAge', Math.max(0, ctx.now() - last.arrivedMs), ctx);
  try {
    const answered = await ctx.call(
      'lambda',
      'Invoke',
      { FunctionName, Payload: Buffer.from(payloadOf(mapping, batch)) },
      { withRole: role, isByRight: true, requestId, mayRest: true },
    );
    const { FunctionError: functionError, Payload: answer = new Uint8Array(), ExecutedVersion: executedVersion } = answered;
    const response = { requestId, responseContext: { statusCode: 200, executedVersion, functionError: functionError ?? null } };
    if (functionError) return { failure: { isRefused: false, reason: 'the function failed', requestId, response } };
    const { from, reason } = mapping.partial ? firstFailed(answer, batch, mapping.kafka !== undefined) : NOTHING_FAILED;
    return {
      ...(batch.window && { state: stateIn(answer) }),
      ...(from !== undefined && {
        failure: { ...(from !== 'all' && { from }), isRefused: false, reason, requestId, response },
      }),
    };
  } catch (error) {
    // Throttled, not ready or deleted. The dispatcher has logged it.
    if (error instanceof Fault) return { failure: { isRefused: true, reason: error.message, remedy: error.options.remedy } };
    throw error;
  }
}

export function payloadOf({ sourceArn, kafka }: Frozen<MappingRecord>, { records, window, shard }: LogBatch): string {
  if (kafka) return kafkaPayload(kafka, { shard, records });
  const batch = `"Records":[${records.map(({ text }) => text).join(',')}]`;
  if (!window) return `{${batch}}`;
  const facts = {
    window: { start: instant(window.startMs), end: instant(window.endMs) },
    shardId: shard,
    eventSourceARN: sourceArn,
    isFinalInvokeForWindow: window.isFinal,
    isWindowTerminatedEarly: window.isEarly,
  };
  return `{${batch},"state":${window.state},${JSON.stringify(facts).slice(1)}`;
}

/** `2026-07-30T17:00:00Z` */
const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, -5)}Z`;

interface FirstFailed {
  /** The index of the first record that failed; undefined if none did. All records behind it are tried again, too. */
  readonly from: number | 'all' | undefined;
  readonly reason: string;
}

const NOTHING_FAILED: FirstFailed = { from: undefined, reason: '' };

function firstFailed(answer: Uint8Array, { records, shard }: LogBatch, isKafka: boolean): FirstFailed {
  const idOf = isKafka ? (id: unknown) => failedOffset(id, shard) : undefined;
  const { failed, problem } = reportedFailures(answer, new Set(records.map(({ id }) => id)), idOf);
  if (failed === 'all') return { from: 'all', reason: `the function answered a batch response that cannot be understood: ${problem}` };
  const first = records.findIndex(({ id }) => failed.has(id));
  return first < 0 ? NOTHING_FAILED : { from: first, reason: `the function reported failed records, the first one ${records[first]!.id}` };
}

/** The window's next state. Undefined if the function answers none. */
function stateIn(answer: Uint8Array): string | undefined {
  try {
    const { state } = (JSON.parse(Buffer.from(answer).toString()) ?? {}) as { state?: unknown };
    return typeof state === 'object' && state !== null ? JSON.stringify(state) : undefined;
  } catch {
    return undefined;
  }
}
