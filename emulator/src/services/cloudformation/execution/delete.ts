// Deletes a stack's resources, each after the resources that depend on it, and then the stack.
import type { Frozen, Tx } from '#core/records';
import { reversed } from '#services/cloudformation/engine/graph';
import { isRetained } from '#services/cloudformation/engine/plan';
import { dropChangeSet } from '#services/cloudformation/stack-records/change-set-tree';
import { changeSets, exported, imported, names, type ResourceRecord, stacks } from '#services/cloudformation/state';
import { cleanUp, forgetKept } from './clean-up.ts';
import { importersOf } from './exports.ts';
import { type End, endFailed } from './finish.ts';
import { prepareDeletion } from './prepare-step.ts';
import { Progress } from './progress.ts';
import type { Session } from './session.ts';
import { takeStep } from './take-step.ts';
import { walk } from './walk.ts';

/** Returns the logical ids that could not be deleted. */
export async function deleteResources(session: Session, retained: (resource: Frozen<ResourceRecord>) => boolean): Promise<string[]> {
  const all = session.resources().filter(({ status }) => status !== 'DELETE_COMPLETE' && status !== 'DELETE_SKIPPED');
  const byId = new Map(all.map((each) => [each.logicalId, each]));
  const needs = Object.fromEntries(all.map(({ logicalId, dependsOn }) => [logicalId, dependsOn.filter((other) => byId.has(other))]));
  return walk([...byId.keys()], reversed(needs), (id) => deleteResource(session, byId.get(id)!, retained(byId.get(id)!)), {
    keepGoing: true,
  });
}

/** Deletes a resource, or skips it if it is retained. If it was never created, only its record changes. Returns whether it succeeded. */
export async function deleteResource(session: Session, record: Frozen<ResourceRecord>, retained: boolean): Promise<boolean> {
  const exists = record.physicalId !== '';
  if (retained && exists) {
    session.put({ ...record, status: 'DELETE_SKIPPED', reason: undefined });
    return true;
  }
  const progress = new Progress(session, 'DELETE', record);
  progress.begin();
  return exists ? takeStep(progress, () => prepareDeletion(session, record)) : progress.complete(undefined, record);
}

/** Deletes the stack. `reason` is set if no request asked for it. */
export async function deleteAll(session: Session, reason?: string): Promise<End> {
  session.enter('DELETE_IN_PROGRESS', reason);
  const { outputs, operation } = session.stack;
  for (const { exportName } of outputs) {
    const users = exportName === undefined ? [] : importersOf(session, exportName);
    // The deletion is called off, and the stack stays what it was
    if (users.length > 0)
      return {
        status: operation?.formerStatus ?? 'DELETE_FAILED',
        reason: `Export ${exportName} cannot be deleted as it is in use by ${users.join(', ')}`,
      };
  }
  const skip = operation?.skip ?? [];
  const failed = await deleteResources(session, ({ logicalId, deletionPolicy }) => skip.includes(logicalId) || isRetained(deletionPolicy));
  const leftOver = await cleanUp(session);
  if (failed.length + leftOver.length > 0 && !operation?.force) return endFailed('DELETE_FAILED', 'delete', [...failed, ...leftOver]);
  return { status: 'DELETE_COMPLETE', write: (tx) => forgetStack(tx, session) };
}

/** Deletes what belongs to the stack except its record, resources and events, which can be read by the stack's id. */
function forgetStack(tx: Tx, session: Session): void {
  const { ctx, stackId, stack } = session;
  if (ctx.records(names).get([stack.name])?.id === stackId) tx.delete(ctx.records(names), [stack.name]);
  for (const { exportName } of stack.outputs) if (exportName !== undefined) tx.delete(ctx.records(exported), [exportName]);
  for (const [key] of ctx.records(imported).entries()) if (key[1] === stackId) tx.delete(ctx.records(imported), key);
  // Executed change sets stay: they can be read by their ARNs from now on.
  for (const each of ctx.records(changeSets).range([stackId])) if (!each.execution.startsWith('EXECUTE_')) dropChangeSet(tx, each, ctx);
  forgetKept(tx, session);
  tx.put(ctx.records(stacks), [stackId], { ...stack, deletedMs: ctx.now() });
}
