// Deletes replaced and removed resources after an operation has succeeded. Failures here do not fail the stack.
import type { Tx } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import type { JsonObject } from '#resources/json';
import { putResourceEvent } from '#services/cloudformation/stacks/event-records';
import { deployments, kept, type Leftover, leftovers } from '#services/cloudformation/state';
import { lookUpQuietly } from './resource-steps.ts';
import { failureReason, type Session } from './session.ts';

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
    const gone = await remove(session, left as Leftover);
    if (!gone) failed.push(left.logicalId);
    session.run.check();
    ctx.write((tx) => tx.delete(ctx.records(leftovers), key));
  }
  return failed;
}

async function remove(session: Session, { logicalId, type, physicalId, properties, retain }: Leftover): Promise<boolean> {
  const { ctx } = session;
  const tell = (status: string, reason?: string) => {
    session.run.check();
    ctx.write((tx) => putResourceEvent(tx, session.stack, { logicalId, type, physicalId, properties, status, reason }, ctx));
  };
  if (retain) {
    tell('DELETE_SKIPPED');
    return true;
  }
  tell('DELETE_IN_PROGRESS');
  try {
    const context = session.contextOf(logicalId, type);
    const handler = await session.handler(type);
    await handler.delete(physicalId, (await lookUpQuietly(properties as JsonObject, context)) as Properties, context);
    tell('DELETE_COMPLETE');
    return true;
  } catch (error) {
    tell('DELETE_FAILED', failureReason(error, ctx));
    return false;
  }
}
