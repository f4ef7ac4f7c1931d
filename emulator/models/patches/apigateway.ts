// API Gateway: validation names the input in front of the path (`createRestApiInput.endpointConfiguration.types`).
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: {
    validation: { inputPrefix: true },
    unknownOperation: { code: 'MissingAuthenticationTokenException', status: 403 },
  },
};
