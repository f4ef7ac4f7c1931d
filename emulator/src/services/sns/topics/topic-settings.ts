// Attributes of topics: which there are, what they may be, and the policies that a topic has by default.
import type { Ctx } from '#core/ctx';
import { checkedPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { archiveBeginsMs, checkArchivePolicy } from '#services/sns/archive/archive-policy';
import { effectiveDeliveryPolicy, readDeliveryPolicy, shownTopicPolicy } from '#services/sns/delivery-policy';
import { invalidParameter } from '#services/sns/faults';
import { MAX_MESSAGE_BYTES } from '#services/sns/messages/message';
import type { Topic } from '#services/sns/state';

const PROTOCOLS = ['Application', 'Firehose', 'HTTP', 'Lambda', 'SQS'];
const FEEDBACK = PROTOCOLS.flatMap((name) => [
  `${name}SuccessFeedbackRoleArn`,
  `${name}SuccessFeedbackSampleRate`,
  `${name}FailureFeedbackRoleArn`,
]);
const COMMON = [
  'DeliveryPolicy',
  'DisplayName',
  'KmsMasterKeyId',
  'MaximumMessageSize',
  'Policy',
  'SignatureVersion',
  'TracingConfig',
  ...FEEDBACK,
];
const OF_FIFO = ['ArchivePolicy', 'ContentBasedDeduplication', 'FifoThroughputScope'];
/** Limit: characters of a topic's DisplayName. */
const MAX_DISPLAY_NAME = 100;
/** Limit: bytes that a topic's MaximumMessageSize may be. */
const MIN_MESSAGE_BYTES = 1024;
/** Limit: percent of the successful deliveries that are logged. */
const MAX_SAMPLE_RATE = 100;

const BOOLEANS = /^(?:true|false)$/i;

const RULES: Readonly<Record<string, (value: string) => boolean>> = table({
  DisplayName: (value) => value.length <= MAX_DISPLAY_NAME,
  MaximumMessageSize: (value) => /^\d+$/.test(value) && Number(value) >= MIN_MESSAGE_BYTES && Number(value) <= MAX_MESSAGE_BYTES,
  ContentBasedDeduplication: (value) => BOOLEANS.test(value),
  FifoThroughputScope: (value) => value === 'Topic' || value === 'MessageGroup',
  SignatureVersion: (value) => value === '1' || value === '2',
  TracingConfig: (value) => value === 'PassThrough' || value === 'Active',
});

const reasonFor = (name: string, isCreation: boolean): string => (isCreation ? `Attributes Reason: ${name}` : name);

/** @throws InvalidParameter */
export function checkSetting(name: string, value: string, fifo: boolean, { isCreation = false } = {}): void {
  if (!COMMON.includes(name) && !(OF_FIFO.includes(name) && fifo)) {
    if (OF_FIFO.includes(name)) throw invalidParameter(reasonFor(`${name}: Can only be set on a FIFO topic`, isCreation));
    throw invalidParameter(isCreation ? `Attributes Reason: Unknown attribute: ${name}` : 'AttributeName');
  }
  if (RULES[name] && !RULES[name](value)) throw invalidParameter(reasonFor(`${name}: Invalid value [${value}].`, isCreation));
  if (name.endsWith('SampleRate') && !(/^\d+$/.test(value) && Number(value) <= MAX_SAMPLE_RATE))
    throw invalidParameter(reasonFor(`${name}: Invalid value [${value}]. Must be a number from 0 to 100.`, isCreation));
  if (name === 'Policy' && value !== '') checkPolicy(value);
  if (name === 'DeliveryPolicy' && value !== '') readDeliveryPolicy(value, reasonFor('DeliveryPolicy', isCreation));
  if (name === 'ArchivePolicy') checkArchivePolicy(value, reasonFor('ArchivePolicy', isCreation));
}

const checkPolicy = (text: string): void => void checkedPolicy(text, ({ message }) => invalidParameter(`Policy Error: ${message}`));

/** The policy of a topic that was given none: the owner's account may do everything. */
export const defaultPolicy = (arn: string, account: string): string =>
  JSON.stringify({
    Version: '2008-10-17',
    Id: '__default_policy_ID',
    Statement: [
      {
        Sid: '__default_statement_ID',
        Effect: 'Allow',
        Principal: { AWS: '*' },
        Action: [
          'SNS:GetTopicAttributes',
          'SNS:SetTopicAttributes',
          'SNS:AddPermission',
          'SNS:RemovePermission',
          'SNS:DeleteTopic',
          'SNS:Subscribe',
          'SNS:ListSubscriptionsByTopic',
          'SNS:Publish',
        ],
        Resource: arn,
        Condition: { StringEquals: { 'AWS:SourceOwner': account } },
      },
    ],
  });

export const policyOf = ({ attributes }: Frozen<Topic>, arn: string, { account }: Pick<Ctx, 'account'>): string =>
  attributes['Policy'] || defaultPolicy(arn, account);

/** All attributes as GetTopicAttributes shows them, apart from the counts of subscriptions. */
export function shownSettings(topic: Frozen<Topic>, arn: string, ctx: Ctx): Record<string, string> {
  const beginsMs = archiveBeginsMs(topic, ctx.now());
  const { DeliveryPolicy, KmsMasterKeyId, ...set } = Object.fromEntries(
    Object.entries(topic.attributes).filter(([name, value]) => value !== '' || name === 'DisplayName'),
  );
  return {
    DisplayName: '',
    ...set,
    ...(beginsMs !== undefined && { BeginningArchiveTime: new Date(beginsMs).toISOString() }),
    ...(DeliveryPolicy && { DeliveryPolicy: shownTopicPolicy(DeliveryPolicy) }),
    ...(KmsMasterKeyId && { KmsMasterKeyId }),
    EffectiveDeliveryPolicy: effectiveDeliveryPolicy(DeliveryPolicy),
    Owner: ctx.account,
    Policy: policyOf(topic, arn, ctx),
    TopicArn: arn,
    ...(topic.fifo && { FifoTopic: 'true', ContentBasedDeduplication: set['ContentBasedDeduplication'] ?? 'false' }),
  };
}
