// The outcome of an operation on a stack: one run in the traces; where it failed, a problem with the first resource that failed as its cause.
import type { Run } from '#core/traces/run';
import { RESOURCE_FAILED, STACK_FAILED } from '#services/cloudformation/messages';
import type { FailedResource, Session } from './session.ts';

/** Resources that were not tried to their end, because another one failed. */
const CANCELLED = /cancelled/i;

export function noteOutcome({ ctx, stack, failures, cause, startedMs }: Session, status: string, reason: string | undefined): void {
  const { name } = stack;
  const resource = `stack ${name}`;
  const run: Run = { what: 'deployment', resource, name: `stack ${name} ${status}`, startedMs };
  if (!/FAILED|ROLLBACK/.test(status)) return void ctx.noteRun(run);
  const causes = failures.filter(({ reason: why }) => !CANCELLED.test(why));
  const [first, ...others] = causes.length > 0 ? causes : failures;
  const note = ({ remedy, ...failed }: FailedResource, depth: number): void =>
    ctx.report(
      RESOURCE_FAILED,
      { stack: name, ...failed },
      { what: 'problem', resource, name: failed.logicalId, depth, startedMs, remedy },
    );
  // The other resources and the stack follow from the first failure, which is one deeper.
  if (first) note(first, ctx.trace.depth + 1);
  for (const failed of others) note(failed, ctx.trace.depth);
  ctx.report(STACK_FAILED, { stack: name, status, reason: first ? undefined : (reason ?? cause) }, run);
}
