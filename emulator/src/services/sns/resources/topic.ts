// AWS::SNS::Topic, with the subscriptions that its template lists.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { changed, document, flag, ignoring, list, object, tagChanges, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { dictionary, table } from '#lib/table';

const GONE = ['NotFoundException', 'ResourceNotFoundException'];
const MAX_NAME = 256;
const FIFO = '.fifo';
/** Properties whose names are those of attributes. */
const PLAIN = [
  'DisplayName',
  'KmsMasterKeyId',
  'ContentBasedDeduplication',
  'FifoThroughputScope',
  'ArchivePolicy',
  'SignatureVersion',
  'TracingConfig',
  'MaximumMessageSize',
] as const;
/** The values that attributes get when their property is removed from the template. */
const DEFAULTS: Readonly<Record<string, string>> = table({
  ContentBasedDeduplication: 'false',
  FifoThroughputScope: 'Topic',
  SignatureVersion: '1',
  TracingConfig: 'PassThrough',
  MaximumMessageSize: '262144',
});
const FEEDBACK = ['SuccessFeedbackRoleArn', 'SuccessFeedbackSampleRate', 'FailureFeedbackRoleArn'] as const;
const PROTOCOLS: Readonly<Record<string, string>> = table({
  'http/s': 'HTTP',
  http: 'HTTP',
  https: 'HTTP',
  sqs: 'SQS',
  lambda: 'Lambda',
  firehose: 'Firehose',
  application: 'Application',
});
const SHOWN_PROTOCOLS = { HTTP: 'http/s', SQS: 'sqs', Lambda: 'lambda', Firehose: 'firehose', Application: 'application' };

function attributesOf(properties: Properties): Record<string, string> {
  const attributes: Record<string, string> = dictionary();
  for (const name of PLAIN) if (properties[name] !== undefined) attributes[name] = text(properties[name])!;
  for (const each of list(properties.DeliveryStatusLogging).map(object)) {
    const protocol = PROTOCOLS[text(each.Protocol)?.toLowerCase() ?? ''];
    for (const name of FEEDBACK) if (protocol && each[name] !== undefined) attributes[`${protocol}${name}`] = text(each[name])!;
  }
  return attributes;
}

const made = (arn: string): Created => ({ physicalId: arn, attributes: { TopicArn: arn, TopicName: arn.split(':').at(-1)! } });

interface Listed {
  readonly protocol: string;
  readonly endpoint: string;
}
const listed = (properties: Properties): Listed[] =>
  list(properties.Subscription)
    .map(object)
    .map(({ Protocol, Endpoint }) => ({ protocol: text(Protocol) ?? '', endpoint: text(Endpoint) ?? '' }));
const isIn = (all: readonly Listed[], { protocol, endpoint }: Listed): boolean =>
  all.some((one) => one.protocol === protocol && one.endpoint === endpoint);

async function subscribe(TopicArn: string, all: readonly Listed[], ctx: ResourceContext): Promise<void> {
  for (const { protocol, endpoint } of all) await ctx.call('sns', 'Subscribe', { TopicArn, Protocol: protocol, Endpoint: endpoint });
}

async function subscriptionsOf(TopicArn: string, ctx: ResourceContext) {
  const { Subscriptions = [] } = await ctx.call('sns', 'ListSubscriptionsByTopic', { TopicArn });
  return Subscriptions;
}

async function unsubscribe(TopicArn: string, gone: readonly Listed[], ctx: ResourceContext): Promise<void> {
  if (gone.length === 0) return;
  for (const { SubscriptionArn = '', Protocol = '', Endpoint = '' } of await subscriptionsOf(TopicArn, ctx))
    if (SubscriptionArn.startsWith('arn:') && isIn(gone, { protocol: Protocol, endpoint: Endpoint }))
      await ctx.call('sns', 'Unsubscribe', { SubscriptionArn });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const fifo = flag(properties.FifoTopic) ?? false;
    const given = text(properties.TopicName);
    const name = given ?? (fifo ? `${ctx.physicalName(MAX_NAME - FIFO.length)}${FIFO}` : ctx.physicalName(MAX_NAME));
    if (given !== undefined && (await exists(given, ctx)))
      throw new Error(`Resource of type 'AWS::SNS::Topic' with identifier '${given}' already exists.`);
    const Attributes = { ...attributesOf(properties), ...(fifo && { FifoTopic: 'true' }) };
    const DataProtectionPolicy = document(properties.DataProtectionPolicy);
    const { TopicArn = '' } = await ctx.call('sns', 'CreateTopic', {
      Name: name,
      Attributes,
      Tags: tagList(properties.Tags),
      DataProtectionPolicy,
    });
    ctx.created(TopicArn);
    await subscribe(TopicArn, listed(properties), ctx);
    return made(TopicArn);
  },
  async update(TopicArn, properties, previous, ctx) {
    const [next, before] = [attributesOf(properties), attributesOf(previous)];
    for (const AttributeName of changed([...new Set([...Object.keys(before), ...Object.keys(next)])], next, before)) {
      const AttributeValue = next[AttributeName] ?? DEFAULTS[AttributeName] ?? (AttributeName.endsWith('SampleRate') ? '0' : '');
      await ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName, AttributeValue });
    }
    if (changed(['DataProtectionPolicy'], properties, previous).length > 0) {
      const DataProtectionPolicy = document(properties.DataProtectionPolicy) ?? '';
      await ctx.call('sns', 'PutDataProtectionPolicy', { ResourceArn: TopicArn, DataProtectionPolicy });
    }
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('sns', 'UntagResource', { ResourceArn: TopicArn, TagKeys: remove });
    if (put.length > 0) await ctx.call('sns', 'TagResource', { ResourceArn: TopicArn, Tags: put });
    const [old, wanted] = [listed(previous), listed(properties)];
    await unsubscribe(
      TopicArn,
      old.filter((one) => !isIn(wanted, one)),
      ctx,
    );
    await subscribe(
      TopicArn,
      wanted.filter((one) => !isIn(old, one)),
      ctx,
    );
    return made(TopicArn);
  },
  async delete(TopicArn, properties, ctx) {
    await ignoring(GONE, unsubscribe(TopicArn, listed(properties), ctx));
    await ctx.call('sns', 'DeleteTopic', { TopicArn });
  },
  async read(TopicArn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('sns', 'GetTopicAttributes', { TopicArn }));
    if (!found) return undefined;
    const { Attributes = {} } = found;
    const { Tags = [] } = await ctx.call('sns', 'ListTagsForResource', { ResourceArn: TopicArn });
    const subscribed = (await subscriptionsOf(TopicArn, ctx)).map(({ Protocol = '', Endpoint = '' }) => ({ Protocol, Endpoint }));
    const { DataProtectionPolicy } = await ctx.call('sns', 'GetDataProtectionPolicy', { ResourceArn: TopicArn });
    return {
      ...shownAttributes(Attributes, properties),
      TopicArn,
      TopicName: TopicArn.split(':').at(-1)!,
      ...(Tags.length > 0 && { Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })) }),
      ...(subscribed.length > 0 && { Subscription: subscribed }),
      ...(DataProtectionPolicy && { DataProtectionPolicy: sameForm(DataProtectionPolicy, properties.DataProtectionPolicy) }),
    };
  },
  async list(_filter, NextToken, ctx) {
    const { Topics = [], NextToken: next } = await ctx.call('sns', 'ListTopics', { NextToken });
    return { items: Topics.map(({ TopicArn }) => ({ TopicArn: TopicArn! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const arn = text(identifier.TopicArn) ?? '';
    await ctx.call('sns', 'GetTopicAttributes', { TopicArn: arn });
    return made(arn);
  },
};

const sameForm = (stored: string, given: Value | undefined): Value => (typeof given === 'object' ? (JSON.parse(stored) as Value) : stored);

function shownAttributes(attributes: Readonly<Record<string, string | undefined>>, properties: Properties): Record<string, Value> {
  const out: Record<string, Value> = dictionary();
  for (const name of [...PLAIN, 'FifoTopic']) {
    const value = attributes[name];
    if (value === undefined || value === '') continue;
    out[name] = name === 'FifoTopic' || name === 'ContentBasedDeduplication' ? value === 'true' : sameForm(value, properties[name]);
  }
  const logging = Object.entries(SHOWN_PROTOCOLS).flatMap(([protocol, Protocol]) => {
    const shown = FEEDBACK.flatMap((name) =>
      attributes[`${protocol}${name}`] ? [[name, attributes[`${protocol}${name}`]!] as const] : [],
    );
    return shown.length > 0 ? [{ Protocol, ...Object.fromEntries(shown) }] : [];
  });
  if (logging.length > 0) out['DeliveryStatusLogging'] = logging;
  return out;
}

async function exists(name: string, ctx: ResourceContext): Promise<boolean> {
  let NextToken: string | undefined;
  do {
    const page = await ctx.call('sns', 'ListTopics', { NextToken });
    if (page.Topics?.some(({ TopicArn }) => TopicArn?.endsWith(`:${name}`))) return true;
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return false;
}
