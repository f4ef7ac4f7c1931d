// AWS::SQS::Queue.

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { dictionary, table } from '#lib/table';

const ATTRIBUTES = [
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'DelaySeconds',
  'FifoThroughputLimit',
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
  'VisibilityTimeout',
] as const;

/**
 * The values that attributes get when their property is removed from the template; all other attributes keep theirs. As recorded in December 2025,
 * MaximumMessageSize becomes 262144, which was the default of new queues before August 2025.
 */
const DEFAULTS: Readonly<Record<string, string>> = table({
  ContentBasedDeduplication: 'false',
  DelaySeconds: '0',
  KmsDataKeyReusePeriodSeconds: '300',
  KmsMasterKeyId: '',
  MaximumMessageSize: '262144',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  RedriveAllowPolicy: '',
  RedrivePolicy: '',
  VisibilityTimeout: '30',
});

const MAX_LISTED = 1000;

const attributesOf = (properties: Properties): Record<string, string> =>
  Object.fromEntries(ATTRIBUTES.flatMap((name) => (properties[name] === undefined ? [] : [[name, text(properties[name])!]])));

async function made(url: string, ctx: ResourceContext): Promise<Created> {
  const { Attributes = {} } = await ctx.call('sqs', 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['QueueArn'] });
  return { physicalId: url, attributes: { Arn: Attributes.QueueArn ?? '', QueueName: url.split('/').at(-1)!, QueueUrl: url } };
}

function changes(next: Record<string, string>, before: Record<string, string>): Record<string, string> {
  const names = changed(ATTRIBUTES, next, before).filter((name) => next[name] !== undefined || DEFAULTS[name] !== undefined);
  const attributes = Object.fromEntries(names.map((name) => [name, next[name] ?? DEFAULTS[name]!]));
  // The service's own encryption, which a KMS key replaced, comes back once the key is removed, unless the template had switched it off.
  const returns = before.KmsMasterKeyId && !next.KmsMasterKeyId && !next.SqsManagedSseEnabled && !before.SqsManagedSseEnabled;
  return returns ? { ...attributes, SqsManagedSseEnabled: 'true' } : attributes;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const fifo = flag(properties.FifoQueue) ?? false;
    const given = text(properties.QueueName);
    const name = given ?? (fifo ? `${ctx.physicalName(75)}.fifo` : ctx.physicalName(80));
    if (given !== undefined && (await ignoring(['QueueDoesNotExist'], ctx.call('sqs', 'GetQueueUrl', { QueueName: given }))))
      throw new Error(`Resource of type 'AWS::SQS::Queue' with identifier '${given}' already exists.`);
    const Attributes = { ...attributesOf(properties), ...(fifo ? { FifoQueue: 'true' } : {}) };
    const { QueueUrl } = await ctx.call('sqs', 'CreateQueue', { QueueName: name, Attributes, tags: tagMap(properties.Tags) });
    return made(QueueUrl!, ctx);
  },
  async update(url, properties, previous, ctx) {
    const Attributes = changes(attributesOf(properties), attributesOf(previous));
    if (Object.keys(Attributes).length > 0) await ctx.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('sqs', 'UntagQueue', { QueueUrl: url, TagKeys: remove });
    if (put.length > 0)
      await ctx.call('sqs', 'TagQueue', { QueueUrl: url, Tags: Object.fromEntries(put.map(({ Key, Value: of }) => [Key, of])) });
    return made(url, ctx);
  },
  async delete(url, _properties, ctx) {
    await ignoring(['QueueDoesNotExist'], ctx.call('sqs', 'DeleteQueue', { QueueUrl: url }));
  },
  async read(url, properties, ctx) {
    const found = await ignoring(['QueueDoesNotExist'], ctx.call('sqs', 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] }));
    if (!found) return undefined;
    const { Tags } = await ctx.call('sqs', 'ListQueueTags', { QueueUrl: url });
    const tags = Object.entries(Tags ?? {}).map(([Key, of]) => ({ Key, Value: of }));
    return {
      ...propertiesOf(found.Attributes ?? {}, properties),
      QueueName: url.split('/').at(-1)!,
      ...(tags.length > 0 ? { Tags: tags } : {}),
    };
  },
  async list(_filter, NextToken, ctx) {
    const { QueueUrls = [], NextToken: next } = await ctx.call('sqs', 'ListQueues', { NextToken, MaxResults: MAX_LISTED });
    return { items: QueueUrls.map((QueueUrl) => ({ QueueUrl })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.QueueUrl) ?? '', ctx),
};

/** Attributes in the shape of the template: policies are objects where the template has objects. */
function propertiesOf(attributes: Readonly<Record<string, string | undefined>>, properties: Properties): Record<string, Value> {
  const out: Record<string, Value> = dictionary();
  for (const name of [...ATTRIBUTES, 'FifoQueue']) {
    const value = attributes[name];
    if (value === undefined || value === '') out[name] = null;
    else out[name] = typeof properties[name] === 'object' ? (JSON.parse(value) as Value) : value;
  }
  return out;
}
