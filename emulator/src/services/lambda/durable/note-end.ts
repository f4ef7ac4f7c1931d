// Tells how executions end, in the traces of the requests that began them; failures are in the ledger of problems, too.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { inTraceOf } from '#core/traces/in-trace-of';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { versions } from '#services/lambda/state';
import type { Head } from './engine/head.ts';
import { executionArn } from './locate.ts';
import { DURABLE_FAILED, failureText } from './messages.ts';

/** Executions whose beginning is known; the oldest are forgotten first. */
const MAX_KNOWN = 1000;

/** The beginnings of executions, by performance.now(). An execution of an earlier process began before this one. */
class Beginnings implements Owned {
  readonly #startedMs = new Map<string, number>();

  note(id: string): void {
    if (this.#startedMs.size >= MAX_KNOWN) this.#startedMs.delete(this.#startedMs.keys().next().value!);
    this.#startedMs.set(id, performance.now());
  }
  take(id: string): number {
    const startedMs = this.#startedMs.get(id) ?? 0;
    this.#startedMs.delete(id);
    return startedMs;
  }
  async stop(): Promise<void> {}
}

const beginnings = (ctx: Ctx): Beginnings => ctx.own('lambda.durable-beginnings', () => new Beginnings());

export const noteBegin = (id: string, ctx: Ctx): void => beginnings(ctx).note(id);

/** An execution that somebody stopped has neither failed nor succeeded. */
export function noteEnd(head: Head, work: Ctx): void {
  const { id, functionName, version, name, status, error, timeoutS } = head;
  const ctx = inTraceOf(head, work);
  const arn = executionArn(head, ctx);
  const run = { what: 'execution', resource: arn, name: functionName, startedMs: beginnings(ctx).take(id) } as const;
  if (status === 'SUCCEEDED') ctx.noteRun(run);
  if (status !== 'FAILED' && status !== 'TIMED_OUT') return;
  const logGroup = ctx.records(versions).get([functionName, version])?.settings.logging.group;
  const failed = { functionName, name, error, timeoutS: status === 'TIMED_OUT' ? timeoutS : undefined };
  const target = functionArn(ctx, functionName, versionName(version));
  ctx.report(DURABLE_FAILED, failed, { ...run, cause: failureText(failed), lines: error?.StackTrace, target, logGroup, attempts: [arn] });
}
