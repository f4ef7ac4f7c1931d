// AWS::Logs::LogGroup

import type { Created, Properties } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, list, number, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';

const GONE = ['ResourceNotFoundException'];

const arnOf = (name: string, { region, account }: ResourceContext): string =>
  formatArn({ service: 'logs', region, account, resource: `log-group:${name}` });
const made = (name: string, ctx: ResourceContext): Created => ({ physicalId: name, attributes: { Arn: `${arnOf(name, ctx)}:*` } });

async function applyRetention(logGroupName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [days, before] = [number(properties.RetentionInDays), number(previous.RetentionInDays)];
  if (days !== undefined && days !== before) await ctx.call('logs', 'PutRetentionPolicy', { logGroupName, retentionInDays: days });
  if (days === undefined && before !== undefined) await ctx.call('logs', 'DeleteRetentionPolicy', { logGroupName });
}

export const resource: ResourceType = {
  refuse: {
    DataProtectionPolicy: 'masking of log events is not emulated.',
    FieldIndexPolicies: 'field indexes are not emulated.',
    BearerTokenAuthenticationEnabled: 'authentication with bearer tokens is not emulated; PutLogEvents takes requests signed as usual.',
    ResourcePolicyDocument: 'policies of single log groups are not emulated; use AWS::Logs::ResourcePolicy.',
  },
  async create(properties, ctx) {
    const logGroupName = text(properties.LogGroupName) ?? ctx.physicalName(512);
    await ctx.call('logs', 'CreateLogGroup', {
      logGroupName,
      kmsKeyId: text(properties.KmsKeyId),
      logGroupClass: text(properties.LogGroupClass),
      deletionProtectionEnabled: flag(properties.DeletionProtectionEnabled),
      tags: list(properties.Tags).length > 0 ? tagMap(properties.Tags) : undefined,
    });
    ctx.created(logGroupName);
    await applyRetention(logGroupName, properties, {}, ctx);
    return made(logGroupName, ctx);
  },
  replaces: (properties, previous) => changed(['LogGroupClass'], properties, previous),
  async update(logGroupName, properties, previous, ctx) {
    await applyRetention(logGroupName, properties, previous, ctx);
    const [key, before] = [text(properties.KmsKeyId), text(previous.KmsKeyId)];
    if (key !== undefined && key !== before) await ctx.call('logs', 'AssociateKmsKey', { logGroupName, kmsKeyId: key });
    if (key === undefined && before !== undefined) await ctx.call('logs', 'DisassociateKmsKey', { logGroupName });
    const [kept, was] = [flag(properties.DeletionProtectionEnabled) ?? false, flag(previous.DeletionProtectionEnabled) ?? false];
    if (kept !== was)
      await ctx.call('logs', 'PutLogGroupDeletionProtection', { logGroupIdentifier: logGroupName, deletionProtectionEnabled: kept });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    const resourceArn = arnOf(logGroupName, ctx);
    if (remove.length > 0) await ctx.call('logs', 'UntagResource', { resourceArn, tagKeys: remove });
    if (put.length > 0)
      await ctx.call('logs', 'TagResource', { resourceArn, tags: Object.fromEntries(put.map(({ Key, Value }) => [Key, Value])) });
    return made(logGroupName, ctx);
  },
  async delete(logGroupName, _properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteLogGroup', { logGroupName }));
  },
  async read(logGroupName, _properties, ctx) {
    const { logGroups = [] } = await ctx.call('logs', 'DescribeLogGroups', { logGroupNamePrefix: logGroupName });
    const found = logGroups.find((group) => group.logGroupName === logGroupName);
    if (!found) return undefined;
    return {
      LogGroupName: logGroupName,
      ...(found.retentionInDays === undefined ? {} : { RetentionInDays: found.retentionInDays }),
      ...(found.kmsKeyId === undefined ? {} : { KmsKeyId: found.kmsKeyId }),
    };
  },
  async list(_filter, nextToken, ctx) {
    const { logGroups = [], nextToken: next } = await ctx.call('logs', 'DescribeLogGroups', { nextToken });
    return { items: logGroups.map(({ logGroupName }) => ({ LogGroupName: logGroupName! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.LogGroupName) ?? '', ctx),
};
