// The queue's policy decides which services may send to it. Receiving depends on identities, not on services.
import type { Ctx } from '#core/ctx';
import { policyWith, quoted, statementFor } from '#core/policy/grant-command';
import type { PolicyCheck } from '#core/policy/policy-check';
import type { Guard } from '#core/policy/resource-policy';
import type { Frozen } from '#core/records';
import { arnOf, findQueue } from './find-queue.ts';
import { queueUrl } from './queue-address.ts';
import type { Queue } from './state.ts';

/** The question put to a queue's policy before a service sends, alone or in batches. */
export const sendingTo = (queue: Frozen<Queue>, ctx: Ctx, resource = arnOf(queue, ctx)): PolicyCheck => ({
  action: 'sqs:SendMessage',
  resource,
  policy: queue.settings['Policy'],
});

export const guard: Guard = (operation, input, ctx) => {
  if (operation !== 'SendMessage' && operation !== 'SendMessageBatch') return undefined;
  const { there, queue } = findQueue((input as { QueueUrl: string }).QueueUrl, ctx);
  const { action, resource, policy } = sendingTo(queue, there);
  const url = queueUrl(ctx.origin, there.account, queue.name);
  return {
    action,
    resource,
    policy,
    // The getter writes the command for refused callers only: many deliveries pass here. AddPermission knows accounts only, so the command
    // sets the whole policy.
    get grant() {
      const after = policyWith(statementFor(ctx.principal, action, resource), policy);
      return `aws sqs set-queue-attributes --queue-url ${url} --attributes ${quoted(JSON.stringify({ Policy: after }))}`;
    },
  };
};
