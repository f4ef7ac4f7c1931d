// CloudFormation: the query protocol's name for an action that does not exist.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'InvalidAction', status: 400 } },
};
