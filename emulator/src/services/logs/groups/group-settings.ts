// The settings of a log group that can change: retention, key, deletion protection, bearer tokens.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/logs';
import { groups, type LogGroup } from '#services/logs/state';
import { expectExpiry } from './expiry.ts';
import { findGroup, findIdentified, invalid } from './find-group.ts';
import { groupNameIn } from './group-arn.ts';
import { checkKey } from './kms-key.ts';

const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653];

function change(group: Frozen<LogGroup>, changes: Partial<LogGroup>, ctx: Ctx): void {
  const changed: LogGroup = { ...group, ...changes };
  ctx.write((tx) => {
    tx.put(ctx.records(groups), [group.name], changed);
    expectExpiry(tx, changed, ctx);
  });
}

export const PutRetentionPolicy = operation('PutRetentionPolicy', ({ logGroupName, retentionInDays }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  if (group.logGroupClass === 'DELIVERY') throw invalid('The retention of a log group of class DELIVERY cannot be changed.');
  if (!RETENTION_DAYS.includes(retentionInDays))
    throw invalid(
      `1 validation error detected: Value '${retentionInDays}' at 'retentionInDays' failed to satisfy constraint: Member must satisfy enum value set: [${RETENTION_DAYS.join(', ')}]`,
    );
  change(group, { retentionDays: retentionInDays }, ctx);
});

export const DeleteRetentionPolicy = operation('DeleteRetentionPolicy', ({ logGroupName }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  if (group.logGroupClass === 'DELIVERY') throw invalid('The retention of a log group of class DELIVERY cannot be changed.');
  change(group, { retentionDays: undefined }, ctx);
});

export const PutLogGroupDeletionProtection = operation('PutLogGroupDeletionProtection', (input, ctx) => {
  change(findIdentified(input.logGroupIdentifier, ctx), { deletionProtected: input.deletionProtectionEnabled }, ctx);
});

export const PutBearerTokenAuthentication = operation('PutBearerTokenAuthentication', (input, ctx) => {
  change(findIdentified(input.logGroupIdentifier, ctx), { bearerTokens: input.bearerTokenAuthenticationEnabled }, ctx);
});

interface KeyTarget {
  readonly logGroupName?: string | undefined;
  readonly resourceIdentifier?: string | undefined;
}
function keyed({ logGroupName, resourceIdentifier }: KeyTarget, ctx: Ctx): string {
  if ((logGroupName === undefined) === (resourceIdentifier === undefined))
    throw invalid('Exactly one of logGroupName and resourceIdentifier must be specified.');
  if (logGroupName !== undefined) return logGroupName;
  const name = groupNameIn(ctx, resourceIdentifier as string);
  if (name !== undefined) return name;
  if (/:query-result:/.test(resourceIdentifier as string))
    throw fault('InvalidParameterException', 'Queries are not emulated, so there are no query results that a key could encrypt.');
  throw invalid(`Invalid resourceIdentifier: ${resourceIdentifier}`);
}

export const AssociateKmsKey = operation('AssociateKmsKey', async (input, ctx) => {
  const name = keyed(input, ctx);
  findGroup(name, ctx);
  await checkKey(input.kmsKeyId, name, ctx);
  change(findGroup(name, ctx), { kmsKeyId: input.kmsKeyId }, ctx);
});

export const DisassociateKmsKey = operation('DisassociateKmsKey', (input, ctx) => {
  change(findGroup(keyed(input, ctx), ctx), { kmsKeyId: undefined }, ctx);
});
