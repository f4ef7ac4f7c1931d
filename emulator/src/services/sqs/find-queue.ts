// Finds the record of a queue by its URL or ARN, in the account that owns it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/sqs';
import { missingParameter, noSuchQueue } from './faults.ts';
import { parseQueueArn, parseQueueUrl, queueArn } from './queue-address.ts';
import { type Queue, queues } from './state.ts';

/** A queue and the context of the account that owns it. */
export interface LocatedQueue {
  readonly there: Ctx;
  readonly queue: Frozen<Queue>;
}

export function findQueue(url: string, ctx: Ctx): LocatedQueue {
  if (url === '') throw missingParameter('QueueUrl');
  const address = parseQueueUrl(url);
  if (!address && /^https?:\/\/[^/]+\/?$/i.test(url)) throw noSuchQueue();
  if (!address) throw fault('InvalidAddress', `The address ${url} is not valid for this endpoint.`);
  const there = ctx.in({ account: address.account });
  const queue = there.records(queues).get([address.name]);
  if (!queue) throw noSuchQueue();
  return { there, queue };
}

/** The queue with this ARN, if it belongs to this account and region. */
export function queueByArn(arn: string, ctx: Ctx): Frozen<Queue> | undefined {
  const parts = parseQueueArn(arn);
  if (!parts || parts.account !== ctx.account || parts.region !== ctx.region) return undefined;
  return ctx.records(queues).get([parts.name]);
}

export const arnOf = (queue: { readonly name: string }, ctx: Ctx): string => queueArn(ctx.region, ctx.account, queue.name);
