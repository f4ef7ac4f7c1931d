// The queue's policy decides which services may send to it. Receiving depends on identities, not on services.
import type { Ctx } from '#core/ctx';
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
    // The getter writes the command for refused callers only: many deliveries pass here.
    get grant() {
      return grantCommand(url, resource, policy, ctx.principal);
    },
  };
};

interface Caller {
  readonly kind: string;
  readonly service?: string;
  readonly sourceArn?: string | undefined;
}

/**
 * The command that grants access. AddPermission knows accounts only, so it sets the whole policy: the present one and one more statement.
 */
function grantCommand(url: string, resource: string, policy: string | undefined, { service, sourceArn }: Caller): string {
  const before = policy === undefined ? {} : (JSON.parse(policy) as { Statement?: unknown });
  const statement = {
    Effect: 'Allow',
    Principal: { Service: service ?? '*' },
    Action: 'sqs:SendMessage',
    Resource: resource,
    ...(sourceArn && { Condition: { ArnEquals: { 'aws:SourceArn': sourceArn } } }),
  };
  const statements = before.Statement === undefined ? [] : [before.Statement].flat();
  const after = { Version: '2012-10-17', ...before, Statement: [...statements, statement] };
  const attributes = JSON.stringify({ Policy: JSON.stringify(after) }).replaceAll("'", "'\\''");
  return `aws sqs set-queue-attributes --queue-url ${url} --attributes '${attributes}'`;
}
