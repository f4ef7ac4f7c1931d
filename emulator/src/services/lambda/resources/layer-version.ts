// AWS::Lambda::LayerVersion. A version cannot be changed, so each change replaces it.

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;
const content = must(shape({ S3Bucket: text, S3Key: text, S3ObjectVersion: text, S3ObjectStorageMode: text }));
const texts = each(must(text));
const made = (LayerVersionArn: string): Created => ({ physicalId: LayerVersionArn, attributes: { LayerVersionArn } });

/** `…:layer:name:version` */
function parts(arn: string): { LayerName: string; VersionNumber: number } {
  const [version = '', name = ''] = arn.split(':').reverse();
  return { LayerName: name, VersionNumber: Number(version) };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { LayerVersionArn } = await ctx.call('lambda', 'PublishLayerVersion', {
      LayerName: text(properties.LayerName) ?? ctx.physicalName(MAX_NAME_LENGTH),
      Content: content(properties.Content),
      Description: text(properties.Description),
      CompatibleArchitectures: texts(properties.CompatibleArchitectures),
      CompatibleRuntimes: texts(properties.CompatibleRuntimes),
      LicenseInfo: text(properties.LicenseInfo),
    });
    return made(LayerVersionArn!);
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteLayerVersion', parts(arn)));
  },
  async read(arn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetLayerVersionByArn', { Arn: arn }));
    if (!found) return undefined;
    const { CompatibleArchitectures, CompatibleRuntimes, Description, LicenseInfo } = found;
    const { LayerName } = parts(arn);
    return readAs({ LayerName, CompatibleArchitectures, CompatibleRuntimes, Description: Description || undefined, LicenseInfo });
  },
  listNeeds: ['LayerName'],
  async list(filter, Marker, ctx) {
    const { LayerVersions = [], NextMarker: next } = await ctx.call('lambda', 'ListLayerVersions', {
      Marker,
      LayerName: text(filter.LayerName)!,
    });
    return { items: LayerVersions.map(({ LayerVersionArn }) => ({ LayerVersionArn: LayerVersionArn! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const Arn = text(identifier.LayerVersionArn) ?? '';
    return made((await ctx.call('lambda', 'GetLayerVersionByArn', { Arn })).LayerVersionArn!);
  },
};
