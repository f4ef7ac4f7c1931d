// AWS::SNS::Topic, with the subscriptions that its template lists.
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { changed, document, flag, list, object, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { dictionary, table } from '#lib/table';

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

async function applySubscriptions(TopicArn: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [old, wanted] = [listed(previous), listed(properties)];
  const gone = old.filter((one) => !isIn(wanted, one));
  await unsubscribe(TopicArn, gone, ctx);
  const added = wanted.filter((one) => !isIn(old, one));
  await subscribe(TopicArn, added, ctx);
}

async function applyAttributes(TopicArn: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [next, before] = [attributesOf(properties), attributesOf(previous)];
  for (const AttributeName of changed([...new Set([...Object.keys(before), ...Object.keys(next)])], next, before)) {
    const AttributeValue = next[AttributeName] ?? DEFAULTS[AttributeName] ?? (AttributeName.endsWith('SampleRate') ? '0' : '');
    await ctx.call('sns', 'SetTopicAttributes', { TopicArn, AttributeName, AttributeValue });
  }
}

const applyProtection = crudSetting(
  'DataProtectionPolicy',
  document,
  (ResourceArn, DataProtectionPolicy, ctx) => ctx.call('sns', 'PutDataProtectionPolicy', { ResourceArn, DataProtectionPolicy }),
  (ResourceArn, ctx) => ctx.call('sns', 'PutDataProtectionPolicy', { ResourceArn, DataProtectionPolicy: '' }),
);

const nameOf = (arn: string): string => arn.split(':').at(-1)!;

export const resource: ResourceType = crudType({
  id: 'TopicArn',
  gone: ['NotFoundException', 'ResourceNotFoundException'],
  properties: { DataProtectionPolicy: document },
  async create(_name, input, properties, ctx) {
    const fifo = flag(properties.FifoTopic) ?? false;
    const given = text(properties.TopicName);
    const Name = given ?? (fifo ? `${ctx.physicalName(MAX_NAME - FIFO.length)}${FIFO}` : ctx.physicalName(MAX_NAME));
    if (given !== undefined && (await exists(given, ctx)))
      throw new Error(`Resource of type 'AWS::SNS::Topic' with identifier '${given}' already exists.`);
    const Attributes = { ...attributesOf(properties), ...(fifo && { FifoTopic: 'true' }) };
    return ctx.call('sns', 'CreateTopic', { Name, Attributes, Tags: tagList(properties.Tags), ...input });
  },
  idOf: ({ TopicArn }) => TopicArn!,
  delete: (TopicArn, _properties, ctx) => ctx.call('sns', 'DeleteTopic', { TopicArn }),
  find: async (TopicArn, _properties, ctx) => (await ctx.call('sns', 'GetTopicAttributes', { TopicArn })).Attributes,
  changes: [applyAttributes, applyProtection],
  settings: [applySubscriptions],
  isEmptiedFirst: true,
  tags: {
    told: async (_found, ResourceArn, ctx) => (await ctx.call('sns', 'ListTagsForResource', { ResourceArn })).Tags,
    put: (ResourceArn, Tags, _found, ctx) => ctx.call('sns', 'TagResource', { ResourceArn, Tags }),
    remove: (ResourceArn, TagKeys, _found, ctx) => ctx.call('sns', 'UntagResource', { ResourceArn, TagKeys }),
  },
  attributes: (_found, arn) => ({ TopicName: nameOf(arn) }),
  async shown(attributes, properties, TopicArn, ctx) {
    const subscribed = (await subscriptionsOf(TopicArn, ctx)).map(({ Protocol = '', Endpoint = '' }) => ({ Protocol, Endpoint }));
    const { DataProtectionPolicy: policy } = await ctx.call('sns', 'GetDataProtectionPolicy', { ResourceArn: TopicArn });
    return {
      ...shownAttributes(attributes, properties),
      TopicName: nameOf(TopicArn),
      Subscription: subscribed.length > 0 ? subscribed : undefined,
      DataProtectionPolicy: policy ? sameForm(policy, properties.DataProtectionPolicy) : undefined,
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('sns', 'ListTopics', { NextToken }),
  listed: ({ Topics }) => Topics?.map(({ TopicArn }) => TopicArn),
});

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
