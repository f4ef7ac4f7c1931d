// SetStackPolicy and GetStackPolicy.
import { operation } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { policyText } from '#services/cloudformation/requests';
import { findStack } from '#services/cloudformation/stack-records/find-stack';
import { stacks } from '#services/cloudformation/state';

export const SetStackPolicy = operation('SetStackPolicy', async ({ StackName, StackPolicyBody, StackPolicyURL }, ctx) => {
  findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  const policy = await policyText(StackPolicyBody, StackPolicyURL, ctx);
  if (policy === undefined) throw invalid('You must specify either StackPolicyBody or StackPolicyURL');
  const stack = findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  ctx.write((tx) => tx.put(ctx.records(stacks), [stack.id], { ...stack, policy }));
});

/** During an update its own policy is shown (recorded, November 2022). */
export const GetStackPolicy = operation('GetStackPolicy', ({ StackName }, ctx) => {
  const { operation: running, policy } = findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  return { StackPolicyBody: running?.policy ?? policy };
});
