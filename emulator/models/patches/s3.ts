// S3: what its real answers hold and its client model does not.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  uriPrefixLabel: 'Bucket',
};
