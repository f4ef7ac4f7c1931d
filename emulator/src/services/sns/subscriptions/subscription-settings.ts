// Attributes of subscriptions: which there are, and what they may be.
import { parseArn } from '#lib/arn';
import { readDeliveryPolicy } from '#services/sns/delivery-policy';
import { invalidParameter } from '#services/sns/faults';
import { checkFilterPolicy, type FilterScope, parserReason } from './filter-policy.ts';

export type Settings = Readonly<Record<string, string>>;

const NAMES = [
  'DeliveryPolicy',
  'FilterPolicy',
  'FilterPolicyScope',
  'RawMessageDelivery',
  'RedrivePolicy',
  'ReplayPolicy',
  'SubscriptionRoleArn',
];
const SCOPES = ['MessageAttributes', 'MessageBody'];

/** As they are kept: without empty ones, and in lower case where letter case does not matter. */
export const normalSettings = (given: Settings): Settings =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'RawMessageDelivery' && BOOLEAN.test(value) ? value.toLowerCase() : value]),
  );

const BOOLEAN = /^(?:true|false)$/i;

export interface SettingsSubject {
  readonly protocol: string;
  readonly endpoint: string;
  readonly fifo: boolean;
  /** `Attributes Reason: ` where the error names the parameter that holds the attributes. */
  readonly where: string;
}

export const scopeOf = (settings: Settings): FilterScope =>
  settings['FilterPolicyScope'] === 'MessageBody' ? 'MessageBody' : 'MessageAttributes';

/** Checks the attributes `names` of `settings`, which are as they will be. @throws InvalidParameter */
export function checkSettings(settings: Settings, names: readonly string[], { protocol, endpoint, fifo, where }: SettingsSubject): void {
  for (const name of names) {
    const value = settings[name] ?? '';
    if (!NAMES.includes(name)) throw invalidParameter(where === '' ? 'AttributeName' : `${where}Unknown attribute: ${name}`);
    if (name === 'RawMessageDelivery' && !BOOLEAN.test(value))
      throw invalidParameter(`${where}RawMessageDelivery: Invalid value [${value}]. Must be true or false.`);
    if (name === 'RawMessageDelivery' && /^true$/i.test(value) && !RAW.has(protocol))
      throw invalidParameter(`${where}RawMessageDelivery: Raw message delivery is not supported for protocol ${protocol}`);
    if (name === 'FilterPolicyScope' && !SCOPES.includes(value))
      throw invalidParameter(`${where}FilterPolicyScope: Invalid value [${value}]. Please use either MessageBody or MessageAttributes`);
    if (name === 'RedrivePolicy' && value !== '') checkRedrivePolicy(value, fifo && endpoint.endsWith('.fifo'), where);
    if (name === 'DeliveryPolicy' && value !== '') readDeliveryPolicy(value, `${where}DeliveryPolicy`);
    if (name === 'SubscriptionRoleArn' && value !== '' && parseArn(value)?.service !== 'iam')
      throw invalidParameter(`${where}SubscriptionRoleArn: Invalid value [${value}]. Must be the ARN of a role.`);
  }
  const filter = settings['FilterPolicy'];
  const isFilterChanged = names.includes('FilterPolicy') || names.includes('FilterPolicyScope');
  if (filter && filter !== '{}' && isFilterChanged) checkFilterPolicy(filter, scopeOf(settings), where);
  if (protocol === 'firehose' && where !== '' && !settings['SubscriptionRoleArn'])
    throw invalidParameter(`${where}SubscriptionRoleArn: required for firehose subscriptions`);
}

const RAW = new Set(['sqs', 'http', 'https', 'firehose']);

function checkRedrivePolicy(text: string, fifo: boolean, where: string): void {
  let policy: unknown;
  try {
    policy = JSON.parse(text);
  } catch {
    throw invalidParameter(`${where}RedrivePolicy: failed to parse JSON. ${parserReason(text)}`);
  }
  const arn = typeof policy === 'object' && policy !== null ? (policy as { deadLetterTargetArn?: unknown }).deadLetterTargetArn : undefined;
  if (typeof arn !== 'string' || parseArn(arn)?.service !== 'sqs')
    throw invalidParameter(`${where}RedrivePolicy: deadLetterTargetArn is an invalid arn`);
  if (fifo && !arn.endsWith('.fifo'))
    throw invalidParameter(`${where}RedrivePolicy: must use a FIFO queue as DLQ for a FIFO Subscription to a FIFO Topic.`);
}

/** The queue for messages that cannot be delivered. */
export const deadLetterArn = (settings: Settings): string | undefined =>
  settings['RedrivePolicy'] ? (JSON.parse(settings['RedrivePolicy']) as { deadLetterTargetArn: string }).deadLetterTargetArn : undefined;

export const isRaw = (settings: Settings): boolean => settings['RawMessageDelivery']?.toLowerCase() === 'true';
