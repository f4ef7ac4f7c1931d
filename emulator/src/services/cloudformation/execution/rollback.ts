// Rolls back: a create to nothing, an update to exactly the previous resources.
import type { Frozen } from '#core/records';
import { type JsonObject, sameValue } from '#resources/json';
import { existsAlready, holdsThing } from '#services/cloudformation/preparation/planning';
import { nestedTask } from '#services/cloudformation/stack-records/change-set-tree';
import { deployments, kept, leftovers, type ResourceRecord, resources } from '#services/cloudformation/state';
import { cleanUp, forgetKept } from './clean-up.ts';
import { deleteResources } from './delete.ts';
import { type End, endFailed } from './finish.ts';
import { prepareReversal } from './prepare-step.ts';
import { Progress } from './progress.ts';
import type { Session } from './session.ts';
import { takeStep } from './take-step.ts';
import { walk } from './walk.ts';

/** Deletes the resources that a create has made. */
export async function rollBackCreate(session: Session, reason: string | undefined): Promise<End> {
  session.enter('ROLLBACK_IN_PROGRESS', reason);
  const { retainExceptOnCreate } = session.stack;
  const retained = ({ deletionPolicy, status }: Frozen<ResourceRecord>) =>
    status === 'IMPORT_COMPLETE' || (deletionPolicy === 'Retain' && !retainExceptOnCreate);
  const failed = await deleteResources(session, retained);
  return failed.length > 0 ? endFailed('ROLLBACK_FAILED', 'delete', failed) : { status: 'ROLLBACK_COMPLETE' };
}

/** Reverts the resources that an update has changed, then deletes the resources that it has created. */
export async function rollBackUpdate(session: Session, verb: string, reason: string | undefined): Promise<End> {
  const word = verb === 'IMPORT' ? 'IMPORT_ROLLBACK' : 'UPDATE_ROLLBACK';
  session.enter(`${word}_IN_PROGRESS`, reason);
  const { ctx, stackId } = session;
  const before = ctx.records(kept).range([stackId]).filter(existsAlready);
  const skip = session.stack.operation?.skip ?? [];
  const needs = Object.fromEntries(before.map(({ logicalId, dependsOn }) => [logicalId, dependsOn]));
  const byId = new Map(before.map((each) => [each.logicalId, each]));
  const failed = await walk(
    [...byId.keys()],
    needs,
    (id) => (skip.includes(id) ? skipped(session, byId.get(id)!) : changeBack(session, byId.get(id)!)),
    {
      keepGoing: true,
    },
  );
  if (failed.length > 0) return endFailed(`${word}_FAILED`, 'update', failed);
  forgetNew(session, byId, verb === 'IMPORT');
  if (verb !== 'IMPORT') session.status('UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
  await cleanUp(session);
  return { status: `${word}_COMPLETE` };
}

/** Leaves a resource as it is, but records it as reverted. */
async function skipped(session: Session, was: Frozen<ResourceRecord>): Promise<boolean> {
  session.put({ ...was, status: 'UPDATE_COMPLETE', reason: undefined });
  return true;
}

async function changeBack(session: Session, was: Frozen<ResourceRecord>): Promise<boolean> {
  const { ctx, stackId } = session;
  const now = session.resource(was.logicalId);
  const same = now && now.physicalId === was.physicalId && sameValue(now.properties as JsonObject, was.properties as JsonObject);
  if (same && !now.status.endsWith('_FAILED') && !nestedTask(session.stack, was.logicalId, ctx)) {
    ctx.write((tx) => tx.put(ctx.records(resources), [stackId, was.logicalId], was));
    return true;
  }
  if (!now || now.physicalId !== was.physicalId) {
    if (now && holdsThing(now)) session.leave(now, false);
    ctx.write((tx) => tx.delete(ctx.records(leftovers), [stackId, `${was.logicalId} ${was.physicalId}`]));
    session.put({ ...was, status: 'UPDATE_COMPLETE', reason: undefined });
    return true;
  }
  const progress = new Progress(session, 'UPDATE', now);
  progress.begin();
  return takeStep(progress, () => prepareReversal(session, progress, was));
}

/** Removes new resources and their deployment. Imported resources are kept. */
function forgetNew(session: Session, before: ReadonlyMap<string, unknown>, keep: boolean): void {
  const { ctx, stackId } = session;
  const previous = ctx.records(deployments).get([stackId, 'previous']);
  ctx.write((tx) => {
    for (const each of session.resources()) {
      if (before.has(each.logicalId)) continue;
      if (holdsThing(each)) session.leave(each, keep || each.status === 'IMPORT_COMPLETE');
      tx.delete(ctx.records(resources), [stackId, each.logicalId]);
    }
    if (previous) tx.put(ctx.records(deployments), [stackId, 'current'], previous);
    forgetKept(tx, session);
  });
}
