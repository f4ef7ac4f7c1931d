// AWS::Logs::LogGroup
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, document, flag, list, number, tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';
import { formatArn } from '#lib/arn';

const arnOf = (name: string, { region, account }: ResourceContext): string =>
  formatArn({ service: 'logs', region, account, resource: `log-group:${name}` });

const isProtected = ({ DeletionProtectionEnabled }: Properties): boolean => flag(DeletionProtectionEnabled) ?? false;

export const resource: ResourceType = crudType({
  id: 'LogGroupName',
  newName: 512,
  gone: ['ResourceNotFoundException'],
  refuse: {
    BearerTokenAuthenticationEnabled: 'authentication with bearer tokens is not emulated; PutLogEvents takes requests signed as usual.',
    ResourcePolicyDocument: 'policies of single log groups are not emulated; use AWS::Logs::ResourcePolicy.',
  },
  replaces: (properties, previous) => changed(['LogGroupClass'], properties, previous),
  properties: { LogGroupClass: text, KmsKeyId: text, DeletionProtectionEnabled: flag },
  create: (logGroupName, given, { Tags }, ctx) =>
    ctx.call('logs', 'CreateLogGroup', { logGroupName, ...uncapitalized(given), tags: list(Tags).length > 0 ? tagMap(Tags) : undefined }),
  delete: (logGroupName, _properties, ctx) => ctx.call('logs', 'DeleteLogGroup', { logGroupName }),
  async find(logGroupName, _properties, ctx) {
    const { logGroups = [] } = await ctx.call('logs', 'DescribeLogGroups', { logGroupNamePrefix: logGroupName });
    return logGroups.find((group) => group.logGroupName === logGroupName);
  },
  settings: [
    crudSetting(
      'DataProtectionPolicy',
      document,
      (logGroupIdentifier, policyDocument, ctx) => ctx.call('logs', 'PutDataProtectionPolicy', { logGroupIdentifier, policyDocument }),
      (logGroupIdentifier, ctx) => ctx.call('logs', 'DeleteDataProtectionPolicy', { logGroupIdentifier }),
    ),
    crudSetting(
      'FieldIndexPolicies',
      (value) => document(list(value)[0]),
      (logGroupIdentifier, policyDocument, ctx) => ctx.call('logs', 'PutIndexPolicy', { logGroupIdentifier, policyDocument }),
      (logGroupIdentifier, ctx) => ctx.call('logs', 'DeleteIndexPolicy', { logGroupIdentifier }),
    ),
    crudSetting(
      'RetentionInDays',
      number,
      (logGroupName, retentionInDays, ctx) => ctx.call('logs', 'PutRetentionPolicy', { logGroupName, retentionInDays }),
      (logGroupName, ctx) => ctx.call('logs', 'DeleteRetentionPolicy', { logGroupName }),
    ),
  ],
  changes: [
    crudSetting(
      'KmsKeyId',
      text,
      (logGroupName, kmsKeyId, ctx) => ctx.call('logs', 'AssociateKmsKey', { logGroupName, kmsKeyId }),
      (logGroupName, ctx) => ctx.call('logs', 'DisassociateKmsKey', { logGroupName }),
    ),
    async (logGroupIdentifier, next, before, ctx) => {
      const [deletionProtectionEnabled, was] = [isProtected(next), isProtected(before)];
      if (deletionProtectionEnabled !== was)
        await ctx.call('logs', 'PutLogGroupDeletionProtection', { logGroupIdentifier, deletionProtectionEnabled });
    },
  ],
  tags: {
    told: async (_found, name, ctx) => (await ctx.call('logs', 'ListTagsForResource', { resourceArn: arnOf(name, ctx) })).tags,
    put: (name, tags, _found, ctx) => ctx.call('logs', 'TagResource', { resourceArn: arnOf(name, ctx), tags: tagsByKey(tags) }),
    remove: (name, tagKeys, _found, ctx) => ctx.call('logs', 'UntagResource', { resourceArn: arnOf(name, ctx), tagKeys }),
  },
  attributes: (_found, name, ctx) => ({ Arn: `${arnOf(name, ctx)}:*` }),
  memberOf: uncapitalize,
  async shown({ retentionInDays: RetentionInDays }, given, logGroupIdentifier, ctx) {
    const { policyDocument } = await ctx.call('logs', 'GetDataProtectionPolicy', { logGroupIdentifier });
    const { indexPolicies = [] } = await ctx.call('logs', 'DescribeIndexPolicies', { logGroupIdentifiers: [logGroupIdentifier] });
    const index = indexPolicies.find(({ source }) => source === 'LOG_GROUP')?.policyDocument;
    return {
      RetentionInDays,
      DataProtectionPolicy: documentAs(policyDocument, given.DataProtectionPolicy),
      FieldIndexPolicies: index === undefined ? undefined : [documentAs(index, list(given.FieldIndexPolicies)[0])],
    };
  },
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeLogGroups', { nextToken }),
  listed: ({ logGroups }) => logGroups?.map(({ logGroupName }) => logGroupName),
});
