// Streams of tables: the host name of its API.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  rawShapes: ['AttributeValue'],
  endpoints: ['streams.dynamodb'],
};
