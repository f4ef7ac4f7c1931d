// SQS: older clients speak the query protocol.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  also: ['awsQuery'],
};
