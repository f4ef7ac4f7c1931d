// AWS::Lambda::CodeSigningConfig.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const publishers = shape({ SigningProfileVersionArns: must(each(must(text))) });
const policies = shape({ UntrustedArtifactOnDeployment: text });
/** The default policies. */
const LENIENT = { UntrustedArtifactOnDeployment: 'Warn' };

const facts = (properties: Properties) => ({
  Description: text(properties.Description) ?? '',
  AllowedPublishers: must(publishers)(properties.AllowedPublishers),
  CodeSigningPolicies: policies(properties.CodeSigningPolicies) ?? LENIENT,
});

async function made(CodeSigningConfigArn: string, ctx: ResourceContext): Promise<Created> {
  const { CodeSigningConfig } = await ctx.call('lambda', 'GetCodeSigningConfig', { CodeSigningConfigArn });
  const { CodeSigningConfigId } = CodeSigningConfig;
  return { physicalId: CodeSigningConfigArn, attributes: { CodeSigningConfigArn, CodeSigningConfigId } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { CodeSigningConfig } = await ctx.call('lambda', 'CreateCodeSigningConfig', {
      ...facts(properties),
      Tags: tagMap(properties.Tags),
    });
    return made(CodeSigningConfig.CodeSigningConfigArn, ctx);
  },
  async update(CodeSigningConfigArn, properties, previous, ctx) {
    await ctx.call('lambda', 'UpdateCodeSigningConfig', { CodeSigningConfigArn, ...facts(properties) });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    const Resource = CodeSigningConfigArn;
    if (remove.length > 0) await ctx.call('lambda', 'UntagResource', { Resource, TagKeys: remove });
    if (put.length > 0) await ctx.call('lambda', 'TagResource', { Resource, Tags: tagMap(properties.Tags) });
    return made(CodeSigningConfigArn, ctx);
  },
  async delete(CodeSigningConfigArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteCodeSigningConfig', { CodeSigningConfigArn }));
  },
  async read(CodeSigningConfigArn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetCodeSigningConfig', { CodeSigningConfigArn }));
    if (!found) return undefined;
    const { Description, AllowedPublishers, CodeSigningPolicies } = found.CodeSigningConfig;
    const { Tags = {} } = await ctx.call('lambda', 'ListTags', { Resource: CodeSigningConfigArn });
    const tags = Object.entries(Tags).map(([Key, Value]) => ({ Key, Value }));
    return readAs({
      Description: Description || undefined,
      AllowedPublishers,
      CodeSigningPolicies,
      Tags: tags.length > 0 ? tags : undefined,
    });
  },
  async list(_filter, Marker, ctx) {
    const { CodeSigningConfigs = [], NextMarker: next } = await ctx.call('lambda', 'ListCodeSigningConfigs', { Marker });
    return { items: CodeSigningConfigs.map(({ CodeSigningConfigArn }) => ({ CodeSigningConfigArn })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.CodeSigningConfigArn) ?? '', ctx),
};
