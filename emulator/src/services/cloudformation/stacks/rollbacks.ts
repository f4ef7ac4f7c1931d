// RollbackStack, ContinueUpdateRollback, CancelUpdateStack: rollbacks on request.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/cloudformation';
import { runsOf } from '#resources/runs';
import { begin } from '#services/cloudformation/execution/begin';
import { grace } from '#services/cloudformation/execution/grace';
import { invalid } from '#services/cloudformation/faults';
import { findStack, lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { kept } from '#services/cloudformation/state';

const find = (name: string, ctx: Ctx): Stack => findStack(name, ctx, `Stack [${name}] does not exist`);

export const RollbackStack = operation('RollbackStack', async (input, ctx) => {
  const stack = find(input.StackName, ctx);
  if (stack.status !== 'CREATE_FAILED' && stack.status !== 'UPDATE_FAILED')
    throw invalid(
      `Stack [${stack.name}] is in ${stack.status} state and can not be rolled back: only CREATE_FAILED and UPDATE_FAILED can.`,
    );
  const created = stack.status === 'CREATE_FAILED' && ctx.records(kept).count([stack.id]) === 0;
  const next = {
    ...stack,
    roleArn: input.RoleARN ?? stack.roleArn,
    retainExceptOnCreate: input.RetainExceptOnCreate ?? stack.retainExceptOnCreate,
  };
  const operation = { kind: 'rollback', disableRollback: false, token: input.ClientRequestToken } as const;
  begin(next, { status: created ? 'ROLLBACK_IN_PROGRESS' : 'UPDATE_ROLLBACK_IN_PROGRESS', reason: 'User Initiated', operation }, ctx);
  await grace(stack.id, ctx);
  return { StackId: stack.id };
});

export const ContinueUpdateRollback = operation('ContinueUpdateRollback', async (input, ctx) => {
  const stack = find(input.StackName, ctx);
  if (stack.status !== 'UPDATE_ROLLBACK_FAILED')
    throw invalid(
      `Stack [${stack.id}] is in ${stack.status} state and can not continue its update rollback: it must be in UPDATE_ROLLBACK_FAILED.`,
    );
  const skip = input.ResourcesToSkip ?? [];
  const unknown = skip.filter((id) => !canBeSkipped(id, stack, ctx));
  if (unknown.length > 0) throw invalid(`The specified resources to skip do not exist in the stack: [${unknown.join(', ')}]`);
  continueRollback(stack, { skip, roleArn: input.RoleARN, token: input.ClientRequestToken }, ctx);
  await grace(stack.id, ctx);
  return {};
});

/** `Queue` names a resource of the stack, `NestedStackName.Queue` one of a stack nested in it. */
function canBeSkipped(id: string, { id: stackId, rootId = stackId }: Stack, ctx: Ctx): boolean {
  const [nestedName = '', logicalId] = id.split('.');
  if (logicalId === undefined) return ctx.records(kept).has([stackId, id]);
  const nested = lookUp(nestedName, ctx);
  return nested?.rootId === rootId && ctx.records(kept).has([nested.id, logicalId]);
}

interface Continuation {
  readonly skip: readonly string[];
  readonly roleArn?: string | undefined;
  readonly token?: string | undefined;
}

/** Begins the rollback of a stack in UPDATE_ROLLBACK_FAILED once more. */
function continueRollback(stack: Stack, { skip, roleArn = stack.roleArn, token }: Continuation, ctx: Ctx): void {
  const operation = { kind: 'continue', disableRollback: false, token, skip } as const;
  begin({ ...stack, roleArn }, { status: 'UPDATE_ROLLBACK_IN_PROGRESS', reason: 'User Initiated', operation }, ctx);
}

/**
 * Continues the rollback of a nested stack with that of its parent. False unless it failed and the parent's is being continued.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ContinueUpdateRollback.html ("ResourcesToSkip")
 */
export function continueNested(nested: Stack, { operation, roleArn }: Stack, ctx: Ctx): boolean {
  if (nested.status !== 'UPDATE_ROLLBACK_FAILED' || operation?.kind !== 'continue') return false;
  const prefix = `${nested.name}.`;
  const skip = (operation.skip ?? []).filter((id) => id.includes('.')).map((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id));
  continueRollback(nested, { skip, roleArn, token: operation.token }, ctx);
  return true;
}

export const CancelUpdateStack = operation('CancelUpdateStack', (input, ctx) => {
  const stack = find(input.StackName, ctx);
  if (stack.status !== 'UPDATE_IN_PROGRESS') throw invalid('CancelUpdateStack cannot be called from current stack status');
  runsOf(ctx).get(`stack/${stack.id}`)?.cancel('User Initiated');
});
