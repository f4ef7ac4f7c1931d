// SNS: the query protocol's name for an action that does not exist, and the actions in the URLs of its messages.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  unversionedActions: ['ConfirmSubscription', 'Unsubscribe'],
  profile: { unknownOperation: { code: 'InvalidAction', status: 400 } },
};
