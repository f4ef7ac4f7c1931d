// Logs: broken constraints are an InvalidParameterException, in the usual words.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { validation: { code: 'InvalidParameterException' } },
};
