// Fails the operation of a stack whose process has ended, so that the stack can be continued, rolled back or deleted.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { runsOf } from '#resources/runs';
import { resources, type StackRecord, stacks } from '#services/cloudformation/state';
import { putResource, putStackStatus } from './event-records.ts';

const WHY = 'The emulator ended while this was in progress.';
const FAILED: Readonly<Record<string, string>> = table({
  CREATE_IN_PROGRESS: 'CREATE_FAILED',
  ROLLBACK_IN_PROGRESS: 'ROLLBACK_FAILED',
  DELETE_IN_PROGRESS: 'DELETE_FAILED',
  UPDATE_IN_PROGRESS: 'UPDATE_FAILED',
  // The new state was complete except for the clean-up, which the next operation continues.
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS: 'UPDATE_COMPLETE',
  UPDATE_ROLLBACK_IN_PROGRESS: 'UPDATE_ROLLBACK_FAILED',
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS: 'UPDATE_ROLLBACK_COMPLETE',
  IMPORT_IN_PROGRESS: 'UPDATE_FAILED',
  IMPORT_ROLLBACK_IN_PROGRESS: 'IMPORT_ROLLBACK_FAILED',
});

/** The status of a stack whose operation cannot go on. */
export const failedStatus = (status: string): string => FAILED[status] ?? status;

/** The stack, failed first if its operation was interrupted. */
export function recoverIfInterrupted(stack: Frozen<StackRecord>, ctx: Ctx): Frozen<StackRecord> {
  const runner = stack.operation?.runner;
  if (runner === undefined || runner === runsOf(ctx).id) return stack;
  const status = failedStatus(stack.status);
  ctx.write((tx) => {
    for (const resource of ctx.records(resources).range([stack.id]))
      if (resource.status.endsWith('_IN_PROGRESS'))
        putResource(
          tx,
          stack,
          {
            ...resource,
            status: resource.status.replace('_IN_PROGRESS', '_FAILED'),
            reason: WHY,
            changedMs: ctx.now(),
          },
          ctx,
        );
    const settled = { ...stack, operation: undefined };
    if (status !== stack.status) putStackStatus(tx, settled, status, ctx, WHY);
    else tx.put(ctx.records(stacks), [stack.id], settled);
  });
  return ctx.records(stacks).get([stack.id]) ?? stack;
}
