// Invoking a durable function records a failed execution, and answers with the reason.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/lambda';
import { invalidParameter, notEmulated } from '#services/lambda/faults';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import type { Invocable } from '#services/lambda/lookup/invocable';
import { type DurableRecord, durables, durablesByName } from './durable-record.ts';

export const NOT_EMULATED = 'durable executions are recorded, and not run.';

interface DurableRequest {
  readonly DurableExecutionName?: string | undefined;
  readonly payload: Uint8Array;
  readonly traceId: string;
}

/** Returns if the function is not durable. @throws Fault in any other case */
export function refuseDurable(
  { fn, version, settings }: Invocable,
  { DurableExecutionName, payload, traceId }: DurableRequest,
  ctx: Ctx,
): void {
  const { durable } = settings;
  if (!durable) {
    if (DurableExecutionName === undefined) return;
    throw invalidParameter(`DurableExecutionName is only for durable functions; ${functionArn(ctx, fn.name)} has no DurableConfig.`);
  }
  const input = Buffer.from(payload).toString();
  const known = DurableExecutionName === undefined ? undefined : ctx.records(durablesByName).get([fn.name, DurableExecutionName]);
  if (known && ctx.records(durables).get([fn.name, known.startedMs, known.id])?.input !== input)
    throw fault(
      'DurableExecutionAlreadyStartedException',
      `A durable execution named ${DurableExecutionName} exists with another payload.`,
    );
  const id = known?.id ?? ctx.id();
  const record: DurableRecord = {
    functionName: fn.name,
    version,
    name: DurableExecutionName ?? id,
    id,
    input,
    traceId,
    startedMs: ctx.now(),
    retentionDays: durable.retentionDays,
    executionTimeoutS: durable.executionTimeoutS,
    kmsKeyArn: durable.kmsKeyArn,
  };
  if (!known)
    ctx.write((tx) => {
      tx.put(ctx.records(durables), [fn.name, record.startedMs, id], record);
      tx.put(ctx.records(durablesByName), [fn.name, record.name], { startedMs: record.startedMs, id });
      ctx.later(tx, FORGET, [fn.name, record.startedMs, id], record.startedMs + durable.retentionDays * 86_400_000);
    });
  throw notEmulated(
    `The durable function ${fn.name}:${versionName(version)}`,
    `${NOT_EMULATED} Take DurableConfig away to run its handler as an ordinary function.`,
  );
}

export const FORGET = 'lambda.forget-durable';
