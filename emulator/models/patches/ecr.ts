// The image registry: the host name of its API.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  endpoints: ['api.ecr'],
  // Parts of 20 MiB as base64.
  operations: { UploadLayerPart: { maxBodyBytes: 28_500_000 } },
};
