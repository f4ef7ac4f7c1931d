// Firehose: values in the order in which the service prints them, and endpoints that are plain HTTP, as those on a developer's machine are.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  enums: { CompressionFormat: ['ZIP', 'HADOOP_SNAPPY', 'Snappy', 'GZIP', 'UNCOMPRESSED'] },
  ownChecks: ['HttpEndpointConfiguration.Url'],
};
