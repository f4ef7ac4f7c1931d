// Change sets of nested stacks: their hierarchy, their part in an operation, and how they are deleted.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { changeSetIds, changeSets, names, stacks } from '#services/cloudformation/state';
import { putStackStatus } from './event-records.ts';
import type { ChangeSet } from './find-change-set.ts';
import type { Stack } from './find-stack.ts';

export const FORGET = 'cloudformation.forget-change-set';
/** The CDK deletes a change set and afterwards looks at those of the nested stacks. */
const FADING_MS = 30_000;

export function changeSetById(id: string | undefined, ctx: Ctx): ChangeSet | undefined {
  const found = id === undefined ? undefined : ctx.records(changeSetIds).get([id]);
  const record = found && ctx.records(changeSets).get([found.stackId, found.name]);
  return record?.id === id ? record : undefined;
}

export const nestedIn = ({ changes }: ChangeSet, ctx: Ctx): ChangeSet[] =>
  changes.flatMap(({ changeSetId }) => changeSetById(changeSetId, ctx) ?? []);

export function forget(tx: Tx, { id, stackId, name }: Pick<ChangeSet, 'id' | 'stackId' | 'name'>, ctx: Ctx): void {
  tx.delete(ctx.records(changeSets), [stackId, name]);
  tx.delete(ctx.records(changeSetIds), [id]);
}

/** Deletes a change set at once, those of nested stacks after a while, and the stacks that were only reviewed with them. */
export function dropChangeSet(tx: Tx, changeSet: ChangeSet, ctx: Ctx): void {
  forget(tx, changeSet, ctx);
  for (const inner of withAllWithin(changeSet, ctx)) {
    tx.put(ctx.records(changeSets), [inner.stackId, inner.name], { ...inner, status: 'DELETE_PENDING', execution: 'UNAVAILABLE' });
    ctx.later(tx, FORGET, [inner.stackId, inner.name, inner.id], ctx.now() + FADING_MS);
  }
  dropReviewed(tx, changeSet, ctx);
}

function withAllWithin(changeSet: ChangeSet, ctx: Ctx): ChangeSet[] {
  return nestedIn(changeSet, ctx).flatMap((each) => [each, ...withAllWithin(each, ctx)]);
}

/** Deletes nested stacks that would have been created but were not. */
export function dropReviewed(tx: Tx, changeSet: ChangeSet, ctx: Ctx): void {
  for (const { stackId } of withAllWithin(changeSet, ctx)) {
    const stack = ctx.records(stacks).get([stackId]);
    if (stack?.status !== 'REVIEW_IN_PROGRESS') continue;
    if (ctx.records(names).get([stack.name])?.id === stackId) tx.delete(ctx.records(names), [stack.name]);
    putStackStatus(tx, { ...stack, deletedMs: ctx.now() }, 'DELETE_COMPLETE', ctx);
  }
}

export interface NestedTask {
  readonly kind: 'apply' | 'undo';
  readonly changeSet: ChangeSet;
}

/** The task for a nested stack that follows from the parent's change set: to execute the nested change set, or to undo it. */
export function nestedTask(stack: Stack, logicalId: string, ctx: Ctx): NestedTask | undefined {
  const { operation, status } = stack;
  const around = changeSetById(operation?.changeSetId ?? operation?.undoes, ctx);
  const changeSet = changeSetById(around?.changes.find((each) => each.logicalId === logicalId)?.changeSetId, ctx);
  if (!changeSet) return undefined;
  if (operation?.changeSetId !== undefined && /^(CREATE|UPDATE)_IN_PROGRESS$/.test(status))
    return changeSet.status === 'CREATE_COMPLETE' && changeSet.execution === 'UNAVAILABLE' ? { kind: 'apply', changeSet } : undefined;
  return changeSet.before && changeSet.execution !== 'UNAVAILABLE' ? { kind: 'undo', changeSet } : undefined;
}

/** Whether the change set has changed nested stacks. */
export function undoesWithin(id: string, ctx: Ctx): boolean {
  const changeSet = changeSetById(id, ctx);
  return changeSet !== undefined && nestedIn(changeSet, ctx).some(({ before, execution }) => before && execution !== 'UNAVAILABLE');
}
