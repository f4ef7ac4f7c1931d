// Notifications of stacks: every event is published to the stack's topics, in the order of the events.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { deployments, type StackEventRecord, type StackRecord } from '#services/cloudformation/state';

const SUBJECT = 'AWS CloudFormation Notification';
const RETRY = { maxRetries: 3, maxAgeMs: 60 * 60_000 };

/** Publishes an event, in the role of the stack or else with the rights of the account. */
export function notifyTopics(tx: Tx, stack: Frozen<StackRecord>, event: StackEventRecord, ctx: Ctx): void {
  const arns = ctx.records(deployments).get([stack.id, 'current'])?.notificationArns ?? [];
  if (arns.length === 0) return;
  const role = stack.roleArn ?? `arn:aws:iam::${ctx.account}:root`;
  const about = { service: 'cloudformation', resource: `stack ${stack.name}`, resourceArn: stack.id, eventId: event.id };
  const payload = messageOf(stack, event, ctx);
  ctx.deliver(
    tx,
    arns.map((targetArn) => ({
      to: { targetArn, as: { role }, retry: RETRY, parameters: { subject: SUBJECT }, about },
      payload,
      line: `${stack.id} ${targetArn}`,
    })),
  );
}

/** One fact a line, as recorded in functions that receive such messages. */
function messageOf(stack: Frozen<StackRecord>, event: StackEventRecord, { account }: Ctx): string {
  const facts = {
    StackId: stack.id,
    Timestamp: new Date(event.atMs).toISOString(),
    EventId: event.id,
    LogicalResourceId: event.logicalId,
    Namespace: account,
    PhysicalResourceId: event.physicalId,
    PrincipalId: account,
    ResourceProperties: event.properties === undefined ? 'null' : `${JSON.stringify(event.properties)}\n`,
    ResourceStatus: event.status,
    ResourceStatusReason: event.reason ?? '',
    ResourceType: event.type,
    StackName: stack.name,
    ClientRequestToken: event.token ?? 'null',
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}
