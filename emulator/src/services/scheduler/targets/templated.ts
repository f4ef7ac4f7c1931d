// Templated targets: the ARN of a resource, and the operation that is called for its kind.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-templated.html

import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type Arn, parseArn } from '#lib/arn';
import { isoSeconds } from '#lib/iso-seconds';
import { table } from '#lib/table';
import type { Invocation } from './invocation.ts';

interface TemplatedCall {
  readonly targetArn: string;
  readonly arn: Arn;
  readonly input: string;
  readonly invocation: Invocation;
  readonly scheduleArn: string;
}

/** By the service in the target's ARN. */
const CALLS: Readonly<Record<string, (call: TemplatedCall, ctx: Ctx) => Promise<void>>> = table({
  lambda: async ({ targetArn, arn: { account, region }, input }, ctx) => {
    const request = { FunctionName: targetArn, InvocationType: 'Event', Payload: Buffer.from(input) };
    await ctx.call('lambda', 'Invoke', request, { account, region });
  },
  sqs: async ({ arn: { account, region, resource }, input, invocation }, ctx) => {
    const QueueUrl = `${ctx.origin}/${account}/${resource}`;
    const request = { QueueUrl, MessageBody: input, MessageGroupId: invocation.messageGroupId };
    await ctx.call('sqs', 'SendMessage', request, { account, region });
  },
  sns: async ({ targetArn, arn: { account, region }, input }, ctx) => {
    await ctx.call('sns', 'Publish', { TopicArn: targetArn, Message: input }, { account, region });
  },
  kinesis: async ({ targetArn, arn: { account, region }, input, invocation }, ctx) => {
    const request = { StreamARN: targetArn, Data: Buffer.from(input), PartitionKey: invocation.partitionKey ?? invocation.id };
    await ctx.call('kinesis', 'PutRecord', request, { account, region });
  },
  states: async ({ targetArn, arn: { account, region }, input }, ctx) => {
    await ctx.call('states', 'StartExecution', { stateMachineArn: targetArn, input }, { account, region });
  },
  firehose: async ({ arn: { account, region, resource }, input }, ctx) => {
    const request = { DeliveryStreamName: resource.slice(resource.indexOf('/') + 1), Record: { Data: Buffer.from(input) } };
    await ctx.call('firehose', 'PutRecord', request, { account, region });
  },
  events: async ({ targetArn, input, invocation, scheduleArn }, ctx) => {
    const { Source = '', DetailType = '' } = invocation.event ?? {};
    const Time = new Date(isoSeconds(invocation.scheduledMs));
    const entry = { EventBusName: targetArn, Source, DetailType, Detail: input, Resources: [scheduleArn], Time };
    const { Entries: [answer] = [] } = await ctx.call('events', 'PutEvents', { Entries: [entry] });
    if (answer?.ErrorCode !== undefined) throw new Fault(answer.ErrorCode, answer.ErrorMessage ?? '');
  },
});

/** Whether a service here can be invoked for such a resource. */
export function isTemplated(targetArn: string, ctx: Ctx): boolean {
  const { service = '', resource = '' } = parseArn(targetArn) ?? {};
  // Buses are the only templated targets of the event bus service, although its rules reach API destinations, too.
  return (
    ctx.targetKind(targetArn) !== undefined && Object.hasOwn(CALLS, service) && (service !== 'events' || resource.startsWith('event-bus/'))
  );
}

/** Calls the target as the context's principal. @throws Fault of the target's service */
export async function callTemplated(call: Omit<TemplatedCall, 'arn'>, ctx: Ctx): Promise<void> {
  const arn = parseArn(call.targetArn);
  const run = arn && CALLS[arn.service];
  if (!run) throw new Fault('InvalidTarget', `${call.targetArn} cannot be invoked here.`);
  await run({ ...call, arn }, ctx);
}
