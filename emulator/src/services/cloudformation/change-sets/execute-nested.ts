// Executes the change set of a nested stack as part of its parent's, with the values known by then.
import type { Ctx } from '#core/ctx';
import type { GivenParameter } from '#services/cloudformation/engine/parameters';
import { begin } from '#services/cloudformation/execution/begin';
import { invalid } from '#services/cloudformation/faults';
import { prepare } from '#services/cloudformation/preparation/prepare';
import { refuseUnsupported } from '#services/cloudformation/requests';
import { dropChangeSet, nestedIn } from '#services/cloudformation/stack-records/change-set-tree';
import type { ChangeSet } from '#services/cloudformation/stack-records/find-change-set';
import { findStack } from '#services/cloudformation/stack-records/find-stack';
import { checkTopics } from '#services/cloudformation/stacks/check-topics';
import { checkNesting } from '#services/cloudformation/stacks/nesting-limits';
import { nothingToDo, refuseUpdate } from '#services/cloudformation/stacks/stacks';
import { changeSets, type Deployment, deployments, type StackRecord, type Tag } from '#services/cloudformation/state';

export interface NestedExecution {
  readonly parameters: readonly GivenParameter[];
  readonly tags: readonly Tag[];
  readonly notificationArns: readonly string[];
  /** For a stack that is created. */
  readonly roleArn?: string | undefined;
  readonly timeoutMinutes?: number | undefined;
  readonly disableRollback: boolean;
}

/** Begins the operation. @throws Fault ValidationError if it turns out that nothing is to be done */
export async function executeNested(found: ChangeSet, input: NestedExecution, ctx: Ctx): Promise<void> {
  refuseUnsupported({ Tags: input.tags });
  const stack = findStack(found.stackId, ctx);
  const fresh = stack.status === 'REVIEW_IN_PROGRESS';
  const previous = ctx.records(deployments).get([stack.id, 'current']) as Deployment | undefined;
  const { body, imports, capabilities } = found.deployment as Deployment;
  const { parameters, tags, notificationArns } = input;
  await checkTopics(notificationArns, ctx);
  const request = { body, parameters, tags, notificationArns, imports, capabilities, withoutCapabilityCheck: true };
  const prepared = await prepare(request, stack, previous, ctx);
  const { parentId, rootId } = stack;
  if (fresh && parentId !== undefined && rootId !== undefined)
    checkNesting({ parentId, rootId }, Object.keys(prepared.view.template.resources).length, ctx);
  const within = nestedIn(found, ctx).some(({ status }) => status === 'CREATE_COMPLETE');
  if (!fresh && !within && (await nothingToDo(stack, prepared, previous, ctx))) throw invalid('No updates are to be performed.');
  const now = findStack(stack.id, ctx);
  if (!fresh) refuseUpdate(now);
  const created = { description: prepared.view.template.description, timeoutMinutes: input.timeoutMinutes, roleArn: input.roleArn };
  const next: StackRecord = {
    ...(now as StackRecord),
    changeSetId: found.id,
    ...(fresh ? { ...created, disableRollback: input.disableRollback } : { updatedMs: ctx.now() }),
  };
  const operation = { kind: fresh ? 'create' : 'update', disableRollback: fresh && input.disableRollback, changeSetId: found.id } as const;
  const status = fresh ? 'CREATE_IN_PROGRESS' : 'UPDATE_IN_PROGRESS';
  ctx.write((tx) => {
    for (const other of ctx.records(changeSets).range([stack.id])) if (other.id !== found.id) dropChangeSet(tx, other, ctx);
    const record = { ...found, execution: 'EXECUTE_IN_PROGRESS', before: previous };
    tx.put(ctx.records(changeSets), [stack.id, found.name], record);
    begin(next, { status, reason: 'User Initiated', operation, deployment: prepared.deployment }, ctx);
  });
}
