// Begins durable executions: by an invocation, or by a chained invocation of another execution.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Invocable } from '#services/lambda/lookup/invocable';
import type { DurableSettings } from '#services/lambda/state';
import { Draft } from './engine/draft.ts';
import type { Head, HeadRecord } from './engine/head.ts';
import { eventData } from './engine/history-event.ts';
import type { Data } from './engine/operation.ts';
import { noteBegin } from './note-end.ts';
import { durablesByNames, durablesByStart, NOTHING } from './records.ts';
import { save } from './save.ts';

/** Seconds that an execution may take where a kept function has no ExecutionTimeout, without which none is made any more. */
const DEFAULT_TIMEOUT_S = 86_400;

export const executionTimeoutS = ({ executionTimeoutS = DEFAULT_TIMEOUT_S }: Frozen<DurableSettings>): number => executionTimeoutS;

export interface Beginning extends Pick<HeadRecord, 'traceId' | 'tenantId' | 'clientContext' | 'parent' | 'isEvent'> {
  readonly found: Invocable;
  readonly input: Data;
  readonly id: string;
  readonly name: string;
}

export function begin(tx: Tx, { found, input, ...facts }: Beginning, ctx: Ctx): Head {
  const nowMs = ctx.now();
  const durable = found.settings.durable!;
  const { id, name } = facts;
  const functionName = found.fn.name;
  const draft = new Draft(
    {
      ...facts,
      ...{ functionName, version: found.version, kmsKeyArn: durable.kmsKeyArn, startMs: nowMs, trace: ctx.trace },
      ...{ timeoutS: executionTimeoutS(durable), retentionDays: durable.retentionDays, status: 'RUNNING' },
      ...{ operations: 0, events: 0, pending: 0, timed: 0, bytes: 0, checkpoints: 0, unseen: [], turns: 0, failures: 0, throttles: 0 },
      invocation: NOTHING,
    },
    nowMs,
  );
  const root = draft.put({ id, position: 0, type: 'EXECUTION', name, status: 'STARTED', startMs: nowMs, input });
  draft.see();
  draft.record('ExecutionStarted', root, { Input: eventData(input), ExecutionTimeout: draft.head.timeoutS });
  tx.put(ctx.records(durablesByStart), [functionName, nowMs, id], NOTHING);
  tx.put(ctx.records(durablesByNames), [functionName, name], { id });
  save(tx, draft, ctx);
  tx.after(() => noteBegin(id, ctx));
  return draft.head;
}
