// Times of Standard executions: they end after a year at the latest, and are kept for ninety days after their end.
// https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html (quotas related to state machine executions)
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import type { Machine } from '#services/states/language/machine';
import { forgetMapRuns } from '#services/states/map-run-records/forget-map-runs';
import {
  type ExecutionRecord,
  eventRows,
  executions,
  executionsByStart,
  frameItems,
  frameResults,
  frames,
  threads,
} from '#services/states/state';

const MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Limit: time that an execution of a Standard machine takes. */
const MAX_OPEN_MS = 365 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;
/** Executions that one write removes. */
const AT_ONCE = 100;

/**
 * Notes when the execution has to end if it runs: by the machine's own limit, which a redrive begins anew, or a year after its start. The ends
 * of all years that begin in one hour are noted together, because hardly any execution sees its own.
 */
export function limitTime(record: ExecutionRecord, machine: Machine, tx: Tx, ctx: Ctx): void {
  const { machine: name, startMs, redriveMs = startMs, state } = record;
  if (state.status !== 'RUNNING') return;
  const ownMs = machine.TimeoutSeconds === undefined ? Number.POSITIVE_INFINITY : redriveMs + machine.TimeoutSeconds * MS;
  if (ownMs < startMs + MAX_OPEN_MS) limitTo(ownMs, record, tx, ctx);
  else {
    const hour = Math.floor(startMs / HOUR_MS);
    ctx.later(tx, 'states.year', [name, hour], hour * HOUR_MS + MAX_OPEN_MS);
  }
}

const limitTo = (atMs: number, { machine, name, id }: Pick<ExecutionRecord, 'machine' | 'name' | 'id'>, tx: Tx, ctx: Ctx): void =>
  ctx.later(tx, 'states.deadline', [machine, name, id], atMs);

/** Work `states.year`: notes for each execution of a machine that began in an hour (counted since 1970) and still runs when its year ends. */
export function limitYears(machine: string, hour: number, ctx: Ctx): void {
  const started = ctx.records(executionsByStart);
  ctx.write((tx) => {
    for (const [, , name] of started.keys([machine], { from: [machine, hour * HOUR_MS], before: [machine, (hour + 1) * HOUR_MS] })) {
      const record = ctx.records(executions).get([machine, name]);
      if (record?.state.status === 'RUNNING') limitTo(record.startMs + MAX_OPEN_MS, record, tx, ctx);
    }
  });
}

/** Notes when an execution that ends now goes: all those of one hour go together, at its end. */
export function limitKeeping(machine: string, tx: Tx, ctx: Ctx): void {
  const hour = Math.ceil((ctx.now() + KEPT_MS) / HOUR_MS);
  ctx.later(tx, 'states.expire', [machine, hour], hour * HOUR_MS);
}

/** Work `states.expire`: removes the executions of a machine that ended ninety days ago, with all that was kept of them. */
export async function removeExpired(machine: string, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() - KEPT_MS;
  const started = ctx.records(executionsByStart).keys([machine], { before: [machine, untilMs + 1] });
  for (let at = 0; at < started.length && !ctx.signal.aborted; at += AT_ONCE) {
    ctx.write((tx) => {
      for (const [, startMs, name] of started.slice(at, at + AT_ONCE)) removeEnded(machine, startMs, name, untilMs, tx, ctx);
    });
    await nextTurn();
  }
}

function removeEnded(machine: string, startMs: number, name: string, untilMs: number, tx: Tx, ctx: Ctx): void {
  const record = ctx.records(executions).get([machine, name]);
  if (!record || (record.stopMs ?? Number.POSITIVE_INFINITY) > untilMs) return;
  const { id } = record;
  tx.delete(ctx.records(executions), [machine, name]);
  tx.delete(ctx.records(executionsByStart), [machine, startMs, name]);
  const parts = [ctx.records(eventRows), ctx.records(threads), ctx.records(frames), ctx.records(frameItems)];
  for (const part of parts) for (const key of part.keys([id])) tx.delete<typeof key, unknown>(part, key);
  const results = ctx.records(frameResults);
  for (const key of results.keys([id])) tx.delete(results, key);
  forgetMapRuns(id, tx, ctx);
}
