// SNS: topics that hand each message to all their subscribers, and records of messages to phones, mailboxes and devices.
import { operationsIn, service } from '#core/service';

const DEVICES = 'kept as records; what is published to devices can be read back';
const PHONES = 'kept as records; text messages are not sent, they can be read back';

const saying = (sentence: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sentence]));

const APPLICATIONS = [
  'CreatePlatformApplication',
  'GetPlatformApplicationAttributes',
  'SetPlatformApplicationAttributes',
  'ListPlatformApplications',
  'DeletePlatformApplication',
] as const;

const ENDPOINTS = [
  'CreatePlatformEndpoint',
  'GetEndpointAttributes',
  'SetEndpointAttributes',
  'ListEndpointsByPlatformApplication',
  'DeleteEndpoint',
] as const;

const SMS = [
  'GetSMSAttributes',
  'SetSMSAttributes',
  'CheckIfPhoneNumberIsOptedOut',
  'OptInPhoneNumber',
  'ListPhoneNumbersOptedOut',
  'ListOriginationNumbers',
  'GetSMSSandboxAccountStatus',
  'CreateSMSSandboxPhoneNumber',
  'DeleteSMSSandboxPhoneNumber',
  'ListSMSSandboxPhoneNumbers',
  'VerifySMSSandboxPhoneNumber',
] as const;

const PROTECTION = ['GetDataProtectionPolicy', 'PutDataProtectionPolicy'] as const;

export const sns = service('sns', {
  protects: () => import('./protects.ts'),
  replaying: { Publish: { input: ['Message'], once: 'MessageDeduplicationId' } },
  resourceMembers: [
    'TopicArn',
    'TargetArn',
    'SubscriptionArn',
    'ResourceArn',
    'Name',
    'PlatformApplicationArn',
    'EndpointArn',
    'phoneNumber',
    'PhoneNumber',
  ],
  traffic: {
    operations: ['Publish', 'PublishBatch'],
    arns: [/^(?<name>[^:]+)/],
  },
  links: () => import('./links.ts'),
  operations: [
    operationsIn(() => import('./topics/topics.ts'), 'CreateTopic', 'DeleteTopic', 'ListTopics'),
    operationsIn(() => import('./topics/topic-attributes.ts'), 'GetTopicAttributes', 'SetTopicAttributes'),
    operationsIn(() => import('./topics/permissions.ts'), 'AddPermission', 'RemovePermission'),
    operationsIn(() => import('./topics/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    operationsIn(() => import('./topics/data-protection.ts'), ...PROTECTION),
    operationsIn(() => import('./subscriptions/subscribe.ts'), 'Subscribe', 'Unsubscribe'),
    operationsIn(() => import('./subscriptions/confirm-subscription.ts'), 'ConfirmSubscription'),
    operationsIn(() => import('./subscriptions/list-subscriptions.ts'), 'ListSubscriptions', 'ListSubscriptionsByTopic'),
    operationsIn(() => import('./subscriptions/subscription-attributes.ts'), 'GetSubscriptionAttributes', 'SetSubscriptionAttributes'),
    operationsIn(() => import('./publish/publish.ts'), 'Publish', 'PublishBatch'),
    operationsIn(() => import('./mobile/platform-applications.ts'), ...APPLICATIONS),
    operationsIn(() => import('./mobile/platform-endpoints.ts'), ...ENDPOINTS),
    operationsIn(() => import('./mobile/sms.ts'), ...SMS),
  ],
  recordsOnly: {
    ...saying(DEVICES, [...APPLICATIONS, ...ENDPOINTS]),
    ...saying(PHONES, SMS),
    ...saying('the policy is kept; messages are neither audited nor masked', PROTECTION),
  },
  anonymous: ['ConfirmSubscription', 'Unsubscribe'],
  guard: () => import('./guard.ts'),
  deliveryMetrics: {
    ...{ namespace: 'AWS/SNS', sender: /^arn:[^:]+:sns:[^:]*:[^:]*:(?<TopicName>[^:]+)$/, delivered: 'NumberOfNotificationsDelivered' },
    ...{ failed: 'NumberOfNotificationsFailed', deadLettered: 'NumberOfNotificationsRedrivenToDlq' },
    refusedByQueue: 'NumberOfNotificationsFailedToRedriveToDlq',
  },
  sender: () => import('./sender.ts'),
  targets: {
    topic: { arn: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/, load: () => import('./target.ts') },
  },
  resources: {
    'AWS::SNS::Topic': () => import('./resources/topic.ts'),
    'AWS::SNS::Subscription': () => import('./resources/subscription.ts'),
    'AWS::SNS::TopicPolicy': () => import('./resources/topic-policy.ts'),
    'AWS::SNS::TopicInlinePolicy': () => import('./resources/topic-inline-policy.ts'),
  },
  work: {
    'sns.forget': () => import('./work.ts'),
    'sns.expire-token': () => import('./work.ts'),
    'sns.trim-archive': () => import('./work.ts'),
    'sns.replay': () => import('./work.ts'),
    'sns.log-status': () => import('./work.ts'),
  },
  routes: {
    '/_cloud/sns/': { audience: 'clients', effect: 'reads', load: () => import('./messages-route.ts') },
    '/SimpleNotificationService-': { audience: 'everyone', effect: 'reads', load: () => import('./certificate-route.ts') },
  },
});
