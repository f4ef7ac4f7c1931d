// AWS::Lambda::CodeSigningConfig.
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const publishers = must(shape({ SigningProfileVersionArns: must(each(requiredText)) }));
const policies = shape({ UntrustedArtifactOnDeployment: text });
/** The default policies. */
const LENIENT = { UntrustedArtifactOnDeployment: 'Warn' };

export const resource: ResourceType = crudType({
  id: 'CodeSigningConfigArn',
  gone: ['ResourceNotFoundException'],
  properties: {
    Description: (value: Value | undefined) => text(value) ?? '',
    AllowedPublishers: publishers,
    CodeSigningPolicies: (value: Value | undefined) => policies(value) ?? LENIENT,
  },
  create: (_name, given, { Tags }, ctx) => ctx.call('lambda', 'CreateCodeSigningConfig', { ...given, Tags: tagMap(Tags) }),
  idOf: ({ CodeSigningConfig }) => CodeSigningConfig.CodeSigningConfigArn,
  update: (CodeSigningConfigArn, given, _change, ctx) => ctx.call('lambda', 'UpdateCodeSigningConfig', { CodeSigningConfigArn, ...given }),
  delete: (CodeSigningConfigArn, _properties, ctx) => ctx.call('lambda', 'DeleteCodeSigningConfig', { CodeSigningConfigArn }),
  find: async (CodeSigningConfigArn, _properties, ctx) =>
    (await ctx.call('lambda', 'GetCodeSigningConfig', { CodeSigningConfigArn })).CodeSigningConfig,
  tags: {
    told: async (_found, Resource, ctx) => (await ctx.call('lambda', 'ListTags', { Resource })).Tags,
    put: (Resource, tags, _found, ctx) => ctx.call('lambda', 'TagResource', { Resource, Tags: tagsByKey(tags) }),
    remove: (Resource, TagKeys, _found, ctx) => ctx.call('lambda', 'UntagResource', { Resource, TagKeys }),
  },
  attributes: ({ CodeSigningConfigId }) => ({ CodeSigningConfigId }),
  shown: ({ Description }) => ({ Description: Description || undefined }),
  list: (Marker, _filter, ctx) => ctx.call('lambda', 'ListCodeSigningConfigs', { Marker }),
  listed: ({ CodeSigningConfigs }) => CodeSigningConfigs?.map(({ CodeSigningConfigArn }) => CodeSigningConfigArn),
});
