// Deletes replaced and removed resources after an operation has succeeded. Failures here do not fail the stack.
import type { Frozen, Tx } from '#core/records';
import { putResourceEvent } from '#services/cloudformation/stack-records/event-records';
import { deployments, kept, type Leftover, leftovers } from '#services/cloudformation/state';
import { prepareDeletion } from './prepare-step.ts';
import { failureReason, type Session } from './session.ts';
import { deleteExisting } from './steps/delete.ts';

/** Deletes the records to which a rollback would return. */
export function forgetKept(tx: Tx, { ctx, stackId }: Session): void {
  for (const [key] of ctx.records(kept).entries([stackId])) tx.delete(ctx.records(kept), key);
  tx.delete(ctx.records(deployments), [stackId, 'previous']);
}

/** Deletes all leftovers, newest first. Returns the logical ids whose deletion failed. */
export async function cleanUp(session: Session): Promise<string[]> {
  const { ctx, stackId } = session;
  const failed: string[] = [];
  for (const [key, left] of ctx.records(leftovers).entries([stackId]).reverse()) {
    const gone = await remove(session, left);
    if (!gone) failed.push(left.logicalId);
    session.run.check();
    ctx.write((tx) => tx.delete(ctx.records(leftovers), key));
  }
  return failed;
}

async function remove(session: Session, left: Frozen<Leftover>): Promise<boolean> {
  const { ctx } = session;
  const { retain, ...resource } = left;
  const tell = (status: string, reason?: string) => {
    session.run.check();
    ctx.write((tx) => putResourceEvent(tx, session.stack, { ...resource, status, reason }, ctx));
  };
  if (retain) {
    tell('DELETE_SKIPPED');
    return true;
  }
  tell('DELETE_IN_PROGRESS');
  try {
    await deleteExisting(await prepareDeletion(session, left));
    tell('DELETE_COMPLETE');
    return true;
  } catch (error) {
    tell('DELETE_FAILED', failureReason(error, ctx));
    return false;
  }
}
