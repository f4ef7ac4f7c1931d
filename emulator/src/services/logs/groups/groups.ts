// Log groups: create, delete, list.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/logs';
import { pageOfRecords } from '#services/logs/pages';
import {
  dataProtection,
  groups,
  indexPolicies,
  type LogGroup,
  type LogGroupClass,
  metricFilters,
  NO_TALLY,
  resourcePolicies,
  subscriptionFilters,
  tallies,
  transformers,
} from '#services/logs/state';
import { LOG_TAGS } from '#services/logs/tag-rules';
import { checkLength, findGroup, findIdentified, invalid } from './find-group.ts';
import { groupArn } from './group-arn.ts';
import { checkKey } from './kms-key.ts';

/** The fixed retention of groups of the class DELIVERY. */
const DELIVERY_RETENTION_DAYS = 2;

export const CreateLogGroup = operation('CreateLogGroup', async (input, ctx) => {
  const { logGroupName: name, kmsKeyId } = input;
  checkLength(name);
  if (/^aws\//i.test(name)) throw invalid('Log groups starting with AWS/ are reserved for AWS.');
  const tags = LOG_TAGS.ofNew(input.tags, ctx, groupArn(ctx, name));
  if (kmsKeyId !== undefined) await checkKey(kmsKeyId, name, ctx);
  if (ctx.records(groups).has([name])) throw fault('ResourceAlreadyExistsException', 'The specified log group already exists');
  const logGroupClass = (input.logGroupClass ?? 'STANDARD') as LogGroupClass;
  const group: LogGroup = {
    id: ctx.random(12),
    name,
    createdMs: ctx.now(),
    logGroupClass,
    retentionDays: logGroupClass === 'DELIVERY' ? DELIVERY_RETENTION_DAYS : undefined,
    kmsKeyId,
    deletionProtected: input.deletionProtectionEnabled ?? false,
    bearerTokens: false,
    tags,
  };
  ctx.write((tx) => tx.put(ctx.records(groups), [name], group));
});

/** The name is free at once; streams and events are removed in the background. */
export const DeleteLogGroup = operation('DeleteLogGroup', ({ logGroupName: name }, ctx) => {
  const group = findGroup(name, ctx);
  if (group.deletionProtected)
    throw fault('ValidationException', `Log group ${name} cannot be deleted because deletion protection is enabled.`);
  ctx.write((tx) => {
    tx.delete(ctx.records(groups), [name]);
    for (const [key] of ctx.records(metricFilters).entries([name])) tx.delete(ctx.records(metricFilters), key);
    for (const [key] of ctx.records(subscriptionFilters).entries([name])) tx.delete(ctx.records(subscriptionFilters), key);
    tx.delete(ctx.records(dataProtection), [name, 'policy']);
    tx.delete(ctx.records(indexPolicies), [name]);
    tx.delete(ctx.records(transformers), [name]);
    for (const [key] of ctx.records(resourcePolicies).entries([name])) tx.delete(ctx.records(resourcePolicies), key);
    ctx.unschedule(tx, 'logs.expire', [name, group.id]);
    ctx.later(tx, 'logs.sweep-group', [group.id], ctx.now());
    tx.after(() => ctx.wake('logs.events'));
  });
});

export const DescribeLogGroups = operation('DescribeLogGroups', (input, ctx) => {
  refuseLinkedAccounts(input, ctx);
  const { logGroupNamePrefix: startsWith, logGroupNamePattern: pattern, logGroupIdentifiers: identifiers, logGroupClass } = input;
  if (identifiers) {
    if (startsWith || pattern || logGroupClass || input.limit || input.nextToken)
      throw invalid('LogGroupIdentifiers cannot be combined with other filters.');
    return { logGroups: identifiers.map((identifier) => describeGroup(findIdentified(identifier, ctx), ctx)) };
  }
  if (startsWith !== undefined && pattern !== undefined)
    throw invalid('LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.');
  const { items, nextToken } = pageOfRecords(ctx.records(groups), [], input, {
    startsWith,
    keep: (group) => (pattern === undefined || group.name.includes(pattern)) && isOfClass(group.logGroupClass, logGroupClass),
  });
  const described = items.map(([, group]) => describeGroup(group, ctx));
  // The index that finds names by a part of them does not know sizes and protection (recorded in February 2026).
  const logGroups =
    pattern === undefined ? described : described.map(({ storedBytes: _, deletionProtectionEnabled: __, ...known }) => known);
  return { logGroups, nextToken };
});

export const ListLogGroups = operation('ListLogGroups', (input, ctx) => {
  refuseLinkedAccounts(input, ctx);
  const { logGroupNamePattern: pattern, logGroupClass, logGroupTags } = input;
  // No group here has a data source or a field index, so a filter by either matches nothing.
  if (input.dataSources || input.fieldIndexNames) return { logGroups: [] };
  const named = namePattern(pattern);
  const { items, nextToken } = pageOfRecords(ctx.records(groups), [], input, {
    keep: (group) =>
      named(group.name) &&
      isOfClass(group.logGroupClass, logGroupClass) &&
      (logGroupTags ?? []).every(({ key, values }) => {
        const value = group.tags.find((tag) => tag.key === key)?.value;
        return value !== undefined && (!values || values.length === 0 || values.includes(value));
      }),
  });
  return {
    logGroups: items.map(([, { name, logGroupClass }]) => ({ logGroupName: name, logGroupArn: groupArn(ctx, name), logGroupClass })),
    nextToken,
  };
});

const INFREQUENT = ['INFREQUENT_ACCESS', 'ESSENTIALS'];
/** A request for either of the two infrequent-access classes matches both. */
const isOfClass = (is: string, asked: string | undefined): boolean =>
  asked === undefined || is === asked || (INFREQUENT.includes(asked) && INFREQUENT.includes(is));

/** Up to five substrings; `^` makes one a prefix. */
function namePattern(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  const parts = pattern.split('|');
  return (name) => parts.some((part) => (part.startsWith('^') ? name.startsWith(part.slice(1)) : name.includes(part)));
}

interface LinkedAccounts {
  readonly includeLinkedAccounts?: boolean | undefined;
  readonly accountIdentifiers?: readonly string[] | undefined;
}
/** Throws if the request names another account: accounts are not linked here. */
function refuseLinkedAccounts({ accountIdentifiers }: LinkedAccounts, ctx: Ctx): void {
  const other = accountIdentifiers?.find((account) => account !== ctx.account);
  if (other !== undefined) throw invalid(`Account ${other} is not linked to this account.`);
}

function describeGroup(group: Frozen<LogGroup>, ctx: Ctx) {
  const arn = groupArn(ctx, group.name);
  return {
    logGroupName: group.name,
    creationTime: group.createdMs,
    retentionInDays: group.retentionDays,
    metricFilterCount: ctx.records(metricFilters).count([group.name]),
    arn: `${arn}:*`,
    storedBytes: (ctx.records(tallies).get([group.id]) ?? NO_TALLY).storedBytes,
    kmsKeyId: group.kmsKeyId,
    logGroupClass: group.logGroupClass,
    logGroupArn: arn,
    deletionProtectionEnabled: group.deletionProtected,
    ...(group.bearerTokens && { bearerTokenAuthenticationEnabled: true }),
  };
}
