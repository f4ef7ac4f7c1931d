// AWS::SNS::Subscription.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { changed, ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { dictionary, table } from '#lib/table';
import { isObject } from '#resources/json';

const GONE = ['NotFoundException'];
const ATTRIBUTES = [
  'DeliveryPolicy',
  'FilterPolicy',
  'FilterPolicyScope',
  'RawMessageDelivery',
  'RedrivePolicy',
  'ReplayPolicy',
  'SubscriptionRoleArn',
] as const;
const DEFAULTS: Readonly<Record<string, string>> = table({
  RawMessageDelivery: 'false',
  FilterPolicyScope: 'MessageAttributes',
  FilterPolicy: '{}',
});

const attributesOf = (properties: Properties): Record<string, string> =>
  Object.fromEntries(ATTRIBUTES.flatMap((name) => (properties[name] === undefined ? [] : [[name, text(properties[name])!]])));

const made = (arn: string): Created => ({ physicalId: arn, attributes: { Arn: arn } });

/** The topic may be in another region than the stack. */
const place = (properties: Properties, arn: string) => ({ region: text(properties.Region) ?? arn.split(':')[3] });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const TopicArn = text(properties.TopicArn) ?? '';
    const input = {
      TopicArn,
      Protocol: text(properties.Protocol) ?? '',
      Endpoint: text(properties.Endpoint),
      Attributes: attributesOf(properties),
      ReturnSubscriptionArn: true,
    };
    const { SubscriptionArn } = await ctx.call('sns', 'Subscribe', input, place(properties, TopicArn));
    return made(SubscriptionArn!);
  },
  async update(SubscriptionArn, properties, previous, ctx) {
    const [next, before] = [attributesOf(properties), attributesOf(previous)];
    // The scope decides which filter policies are valid.
    const names = changed(ATTRIBUTES, next, before).sort((a, b) => Number(b === 'FilterPolicyScope') - Number(a === 'FilterPolicyScope'));
    // While the scope changes there is no policy: each is checked against the other.
    if (names.includes('FilterPolicyScope') && before.FilterPolicy !== undefined)
      await ctx.call(
        'sns',
        'SetSubscriptionAttributes',
        { SubscriptionArn, AttributeName: 'FilterPolicy', AttributeValue: '' },
        place(properties, SubscriptionArn),
      );
    for (const AttributeName of names.includes('FilterPolicyScope') ? [...new Set([...names, 'FilterPolicy' as const])] : names) {
      const AttributeValue = next[AttributeName] ?? DEFAULTS[AttributeName] ?? '';
      await ctx.call(
        'sns',
        'SetSubscriptionAttributes',
        { SubscriptionArn, AttributeName, AttributeValue },
        place(properties, SubscriptionArn),
      );
    }
    return made(SubscriptionArn);
  },
  async delete(SubscriptionArn, properties, ctx) {
    await ignoring(GONE, ctx.call('sns', 'Unsubscribe', { SubscriptionArn }, place(properties, SubscriptionArn)));
  },
  async read(SubscriptionArn, properties, ctx) {
    const found = await ignoring(
      GONE,
      ctx.call('sns', 'GetSubscriptionAttributes', { SubscriptionArn }, place(properties, SubscriptionArn)),
    );
    if (!found) return undefined;
    const { Attributes = {} } = found;
    const shown: Record<string, Value> = dictionary();
    for (const name of ATTRIBUTES) {
      const value = Attributes[name];
      if (value !== undefined) shown[name] = shownValue(name, value, properties[name]);
    }
    const { TopicArn = '', Protocol = '', Endpoint = '' } = Attributes;
    return {
      Arn: SubscriptionArn,
      TopicArn,
      Protocol,
      Endpoint,
      ...shown,
      Region: SubscriptionArn.split(':')[3]!,
    };
  },
  async list(_filter, NextToken, ctx) {
    const { Subscriptions = [], NextToken: next } = await ctx.call('sns', 'ListSubscriptions', { NextToken });
    return {
      items: Subscriptions.flatMap(({ SubscriptionArn = '' }) => (SubscriptionArn.startsWith('arn:') ? [{ Arn: SubscriptionArn }] : [])),
      next,
    };
  },
  async adopt(identifier, properties, ctx: ResourceContext) {
    const arn = text(identifier.Arn) ?? '';
    await ctx.call('sns', 'GetSubscriptionAttributes', { SubscriptionArn: arn }, place(properties, arn));
    return made(arn);
  },
};

function shownValue(name: string, value: string, given: Value | undefined): Value {
  if (name === 'RawMessageDelivery') return value === 'true';
  if (name === 'FilterPolicyScope' || name === 'SubscriptionRoleArn') return value;
  const isText = typeof given === 'string';
  if (name !== 'DeliveryPolicy' || given === undefined) return isText ? value : (JSON.parse(value) as Value);
  const object = onlyMembersOf(isText ? (JSON.parse(given) as Value) : given, JSON.parse(value) as Value);
  return isText ? JSON.stringify(object) : object;
}

/** The service completes a delivery policy by its defaults, which are no difference from the template. */
const onlyMembersOf = (given: Value, full: Value): Value =>
  isObject(given) && isObject(full)
    ? Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, onlyMembersOf(inner, full[name] ?? null)]))
    : full;
