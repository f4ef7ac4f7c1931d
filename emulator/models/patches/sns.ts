// SNS: the query protocol's names for an action that does not exist and for a broken constraint, and the actions in the URLs of its messages.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  unversionedActions: ['ConfirmSubscription', 'Unsubscribe'],
  profile: { unknownOperation: { code: 'InvalidAction', status: 400 } },
  // localstack/localstack, tests/aws/services/sns/test_sns.snapshot.json (2025-10): the model says `ValidationException`.
  // An empty map cannot be said in a form.
  optional: ['UnsubscribeInput.SubscriptionArn', 'SetPlatformApplicationAttributesInput.Attributes'],
  errors: { ValidationException: { blame: 'client', status: 400, queryCode: 'ValidationError', queryStatus: 400 } },
};
