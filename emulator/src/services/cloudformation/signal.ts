// SignalResource: signals for resources with a CreationPolicy.
import { operation } from '#model/cloudformation';
import { invalid } from './faults.ts';
import { findLive } from './stack-records/find-stack.ts';
import { resources, signals } from './state.ts';

export const SignalResource = operation('SignalResource', ({ StackName, LogicalResourceId, UniqueId, Status }, ctx) => {
  const stack = findLive(StackName, ctx);
  const resource = ctx.records(resources).get([stack.id, LogicalResourceId]);
  if (!resource) throw invalid(`Resource ${LogicalResourceId} does not exist for stack ${stack.name}`);
  if (!resource.status.endsWith('_IN_PROGRESS'))
    throw invalid(`Resource ${LogicalResourceId} is in ${resource.status} state, and cannot accept signals.`);
  ctx.write((tx) => {
    tx.put(ctx.records(signals), [stack.id, LogicalResourceId, UniqueId], { status: Status });
    tx.after(() => ctx.wake(`signal/${stack.id}/${LogicalResourceId}`));
  });
});
