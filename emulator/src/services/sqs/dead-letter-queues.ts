// Dead-letter queues and their sources. A RedrivePolicy is checked when it is set, and its queue is recorded under the dead-letter queue.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation } from '#model/sqs';
import { invalidValue } from './faults.ts';
import { arnOf, findQueue, queueByArn } from './find-queue.ts';
import { pageOfNamed } from './pages.ts';
import { parseQueueArn, queueUrl } from './queue-address.ts';
import { allowsSource, parseRedrivePolicy } from './redrive-policies.ts';
import { deadLetterSources, type Queue } from './state.ts';

/**
 * Records how a change alters a queue's RedrivePolicy (undefined: the queue does not exist then). Throws if the new policy may not be set.
 */
export function setDeadLetterQueue(tx: Tx, before: Frozen<Queue> | undefined, after: Frozen<Queue> | undefined, ctx: Ctx): void {
  const was = before?.settings['RedrivePolicy'] ?? '';
  const is = after?.settings['RedrivePolicy'] ?? '';
  if (was === is) return;
  const sources = ctx.records(deadLetterSources);
  const old = parseRedrivePolicy(was);
  if (before && old) tx.delete(sources, [old.deadLetterTargetArn, before.name]);
  const policy = parseRedrivePolicy(is);
  if (!after || !policy) return;
  checkTarget(after, is, policy.deadLetterTargetArn, ctx);
  tx.put(sources, [policy.deadLetterTargetArn, after.name], { source: after.name });
}

function checkTarget(source: Frozen<Queue>, policy: string, targetArn: string, ctx: Ctx): void {
  const address = parseQueueArn(targetArn);
  if (!address) throw invalidValue(policy, 'RedrivePolicy', 'Invalid value for deadLetterTargetArn.');
  if (address.account !== ctx.account || address.region !== ctx.region)
    throw invalidValue(policy, 'RedrivePolicy', 'Dead-letter target owner should be same as the source.');
  const target = queueByArn(targetArn, ctx);
  if (!target) throw invalidValue(policy, 'RedrivePolicy', 'Dead letter target does not exist.');
  if (target.fifo !== source.fifo)
    throw invalidValue(policy, 'RedrivePolicy', 'Dead-letter queue must be same type of queue as the source.');
  if (!allowsSource(target.settings['RedriveAllowPolicy'], arnOf(source, ctx)))
    throw invalidValue(policy, 'RedrivePolicy', "The dead-letter queue's redrive allow policy doesn't allow this queue as its source.");
}

export const ListDeadLetterSourceQueues = operation('ListDeadLetterSourceQueues', ({ QueueUrl, ...page }, ctx) => {
  const { there, queue } = findQueue(QueueUrl, ctx);
  const arn = arnOf(queue, there);
  const { items, ...end } = pageOfNamed(
    page,
    (after, limit) => there.records(deadLetterSources).range([arn], { after: after === undefined ? undefined : [arn, after], limit }),
    ({ source }) => source,
  );
  return { queueUrls: items.map(({ source }) => queueUrl(ctx.origin, there.account, source)), ...end };
});

/** Whether any queue of this account and region names it as its dead-letter queue. */
export const isDeadLetterQueue = (arn: string, ctx: Ctx): boolean => ctx.records(deadLetterSources).range([arn], { limit: 1 }).length > 0;
