// AWS::SQS::Queue.
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
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

function changes(next: Record<string, string>, before: Record<string, string>): Record<string, string> {
  const names = changed(ATTRIBUTES, next, before).filter((name) => next[name] !== undefined || DEFAULTS[name] !== undefined);
  const attributes = Object.fromEntries(names.map((name) => [name, next[name] ?? DEFAULTS[name]!]));
  // The service's own encryption, which a KMS key replaced, comes back once the key is removed, unless the template had switched it off.
  const returns = before.KmsMasterKeyId && !next.KmsMasterKeyId && !next.SqsManagedSseEnabled && !before.SqsManagedSseEnabled;
  return returns ? { ...attributes, SqsManagedSseEnabled: 'true' } : attributes;
}

export const resource: ResourceType = crudType({
  id: 'QueueUrl',
  gone: ['QueueDoesNotExist'],
  properties: {},
  async create(_url, _given, properties, ctx) {
    const fifo = flag(properties.FifoQueue) ?? false;
    const given = text(properties.QueueName);
    const QueueName = given ?? (fifo ? `${ctx.physicalName(75)}.fifo` : ctx.physicalName(80));
    if (given !== undefined && (await ignoring(['QueueDoesNotExist'], ctx.call('sqs', 'GetQueueUrl', { QueueName }))))
      throw new Error(`Resource of type 'AWS::SQS::Queue' with identifier '${given}' already exists.`);
    const Attributes = { ...attributesOf(properties), ...(fifo ? { FifoQueue: 'true' } : {}) };
    return ctx.call('sqs', 'CreateQueue', { QueueName, Attributes, tags: tagMap(properties.Tags) });
  },
  idOf: ({ QueueUrl }) => QueueUrl!,
  async update(QueueUrl, _given, { previous, properties }, ctx) {
    const Attributes = changes(attributesOf(properties), attributesOf(previous));
    if (Object.keys(Attributes).length > 0) await ctx.call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes });
  },
  delete: (QueueUrl, _properties, ctx) => ctx.call('sqs', 'DeleteQueue', { QueueUrl }),
  find: async (QueueUrl, _properties, ctx) =>
    (await ctx.call('sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames: ['All'] })).Attributes,
  tags: {
    told: async (_found, QueueUrl, ctx) => (await ctx.call('sqs', 'ListQueueTags', { QueueUrl })).Tags,
    put: (QueueUrl, tags, _found, ctx) => ctx.call('sqs', 'TagQueue', { QueueUrl, Tags: tagsByKey(tags) }),
    remove: (QueueUrl, TagKeys, _found, ctx) => ctx.call('sqs', 'UntagQueue', { QueueUrl, TagKeys }),
  },
  attributes: ({ QueueArn: Arn }, url) => ({ Arn, QueueName: url.split('/').at(-1) }),
  shown: (attributes, given, url) => ({ ...propertiesOf(attributes, given), QueueName: url.split('/').at(-1) }),
  list: (NextToken, _filter, ctx) => ctx.call('sqs', 'ListQueues', { NextToken, MaxResults: MAX_LISTED }),
  listed: ({ QueueUrls }) => QueueUrls,
});

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
