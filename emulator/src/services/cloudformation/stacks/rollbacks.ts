// RollbackStack, ContinueUpdateRollback, CancelUpdateStack: rollbacks on request.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/cloudformation';
import { runsOf } from '#resources/runs';
import { begin } from '#services/cloudformation/execution/begin';
import { grace } from '#services/cloudformation/execution/grace';
import { invalid } from '#services/cloudformation/faults';
import { findStack, type Stack } from '#services/cloudformation/stack-records/find-stack';
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
  const unknown = skip.filter((id) => !ctx.records(kept).has([stack.id, id]));
  if (unknown.length > 0) throw invalid(`The specified resources to skip do not exist in the stack: [${unknown.join(', ')}]`);
  const operation = { kind: 'continue', disableRollback: false, token: input.ClientRequestToken, skip } as const;
  begin(
    { ...stack, roleArn: input.RoleARN ?? stack.roleArn },
    { status: 'UPDATE_ROLLBACK_IN_PROGRESS', reason: 'User Initiated', operation },
    ctx,
  );
  await grace(stack.id, ctx);
  return {};
});

export const CancelUpdateStack = operation('CancelUpdateStack', (input, ctx) => {
  const stack = find(input.StackName, ctx);
  if (stack.status !== 'UPDATE_IN_PROGRESS') throw invalid('CancelUpdateStack cannot be called from current stack status');
  runsOf(ctx).get(`stack/${stack.id}`)?.cancel('User Initiated');
});
