// AWS::SNS::Subscription.
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { changed, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { dictionary, table } from '#lib/table';
import { isObject } from '#resources/json';

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

/** The topic may be in another region than the stack. */
const place = (properties: Properties, arn: string) => ({ region: text(properties.Region) ?? arn.split(':')[3] });

async function applyAttributes(SubscriptionArn: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const set = (AttributeName: string, AttributeValue: string) =>
    ctx.call('sns', 'SetSubscriptionAttributes', { SubscriptionArn, AttributeName, AttributeValue }, place(properties, SubscriptionArn));
  const [next, before] = [attributesOf(properties), attributesOf(previous)];
  // The scope decides which filter policies are valid.
  const names = changed(ATTRIBUTES, next, before).sort((a, b) => Number(b === 'FilterPolicyScope') - Number(a === 'FilterPolicyScope'));
  // While the scope changes there is no policy: each is checked against the other.
  if (names.includes('FilterPolicyScope') && before.FilterPolicy !== undefined) await set('FilterPolicy', '');
  for (const name of names.includes('FilterPolicyScope') ? [...new Set([...names, 'FilterPolicy' as const])] : names)
    await set(name, next[name] ?? DEFAULTS[name] ?? '');
}

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['NotFoundException'],
  properties: { Protocol: (value) => text(value) ?? '', Endpoint: text },
  create(_name, given, properties, ctx) {
    const TopicArn = text(properties.TopicArn) ?? '';
    const input = { TopicArn, ...given, Attributes: attributesOf(properties), ReturnSubscriptionArn: true };
    return ctx.call('sns', 'Subscribe', input, place(properties, TopicArn));
  },
  idOf: ({ SubscriptionArn }) => SubscriptionArn!,
  delete: (SubscriptionArn, properties, ctx) => ctx.call('sns', 'Unsubscribe', { SubscriptionArn }, place(properties, SubscriptionArn)),
  async find(SubscriptionArn, properties, ctx) {
    const at = place(properties, SubscriptionArn);
    return (await ctx.call('sns', 'GetSubscriptionAttributes', { SubscriptionArn }, at)).Attributes;
  },
  changes: [applyAttributes],
  shown(attributes, properties, arn) {
    const shown: Record<string, Value> = dictionary();
    for (const name of ATTRIBUTES) {
      const value = attributes[name];
      if (value !== undefined) shown[name] = shownValue(name, value, properties[name]);
    }
    const { TopicArn = '', Protocol = '', Endpoint = '' } = attributes;
    return { TopicArn, Protocol, Endpoint, ...shown, Region: arn.split(':')[3] };
  },
  list: (NextToken, _filter, ctx) => ctx.call('sns', 'ListSubscriptions', { NextToken }),
  listed: ({ Subscriptions }) =>
    Subscriptions?.flatMap(({ SubscriptionArn = '' }) => (SubscriptionArn.startsWith('arn:') ? [SubscriptionArn] : [])),
});

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
