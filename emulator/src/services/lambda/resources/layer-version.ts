// AWS::Lambda::LayerVersion. A version cannot be changed, so each change replaces it.
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const MAX_NAME_LENGTH = 64;
const content = must(shape({ S3Bucket: text, S3Key: text, S3ObjectVersion: text, S3ObjectStorageMode: text }));
const texts = each(requiredText);

/** `…:layer:name:version` */
function parts(arn: string): { LayerName: string; VersionNumber: number } {
  const [version = '', name = ''] = arn.split(':').reverse();
  return { LayerName: name, VersionNumber: Number(version) };
}

export const resource: ResourceType = crudType({
  id: 'LayerVersionArn',
  gone: ['ResourceNotFoundException'],
  properties: { Content: content, Description: text, CompatibleArchitectures: texts, CompatibleRuntimes: texts, LicenseInfo: text },
  unread: ['Content'],
  create: (_name, given, { LayerName }, ctx) =>
    ctx.call('lambda', 'PublishLayerVersion', { LayerName: text(LayerName) ?? ctx.physicalName(MAX_NAME_LENGTH), ...given }),
  idOf: ({ LayerVersionArn }) => LayerVersionArn!,
  delete: (arn, _properties, ctx) => ctx.call('lambda', 'DeleteLayerVersion', parts(arn)),
  find: (Arn, _properties, ctx) => ctx.call('lambda', 'GetLayerVersionByArn', { Arn }),
  shown: ({ Description }, _given, arn) => ({ LayerName: parts(arn).LayerName, Description: Description || undefined }),
  listNeeds: ['LayerName'],
  list: (Marker, { LayerName }, ctx) => ctx.call('lambda', 'ListLayerVersions', { Marker, LayerName: requiredText(LayerName) }),
  listed: ({ LayerVersions }) => LayerVersions?.map(({ LayerVersionArn }) => LayerVersionArn),
});
