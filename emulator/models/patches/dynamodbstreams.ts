// Streams of tables: the host name of its API.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { errorNamespace: 'com.amazonaws.dynamodb.v20120810' },
  rawShapes: ['AttributeValue'],
  endpoints: ['streams.dynamodb'],
};
