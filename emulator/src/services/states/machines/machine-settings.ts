// Settings of machines and activities, as requests give them and as answers show them.

import type { Ctx } from '#core/ctx';
import type { EncryptionConfiguration as SentEncryption, LoggingConfiguration as SentLogging } from '#model/states';
import { fault } from '#model/states';
import type { EncryptionConfiguration, LoggingConfiguration } from '#services/states/state';

const LOG_GROUP = /^arn:[^:]+:logs:[^:]+:\d{12}:log-group:[^:]+:\*$/;
const REUSE_S = 300;
const ROLE = /^arn:[^:]+:iam::\d{12}:role\/.+$/;

/** The error is documented, its words are those of the tests of getmoto/moto. @throws Fault InvalidArn */
export function checkRole(roleArn: string): void {
  if (!ROLE.test(roleArn)) throw fault('InvalidArn', `Invalid Role Arn: '${roleArn}'`);
}

/** @throws Fault InvalidLoggingConfiguration */
export function readLogging(sent: SentLogging | undefined): LoggingConfiguration {
  const level = (sent?.level ?? 'OFF') as LoggingConfiguration['level'];
  const destinations = sent?.destinations ?? [];
  const refuse = (problem: string) => fault('InvalidLoggingConfiguration', `Invalid Logging Configuration: ${problem}`);
  if (destinations.length > 1) throw refuse('Must specify exactly one Log Destination.');
  const logGroupArn = destinations[0]?.cloudWatchLogsLogGroup?.logGroupArn;
  if (level !== 'OFF' && logGroupArn === undefined) throw refuse('Must specify exactly one Log Destination.');
  if (logGroupArn !== undefined && !LOG_GROUP.test(logGroupArn)) throw refuse(`The log group ARN must end with ':*': ${logGroupArn}`);
  const known = { level, includeExecutionData: sent?.includeExecutionData ?? false, logGroupArn };
  return sent?.destinations?.length === 0 ? { ...known, hasEmptyList: true } : known;
}

/** Requires the group to be there, as far as it is one of this region. @throws Fault InvalidLoggingConfiguration */
export async function checkLogGroup({ logGroupArn }: LoggingConfiguration, ctx: Ctx): Promise<void> {
  const [, , , region, account, , name = ''] = (logGroupArn ?? '').split(':');
  if (region !== ctx.region || account !== ctx.account) return;
  const { logGroups = [] } = await ctx.call('logs', 'DescribeLogGroups', { logGroupNamePrefix: name });
  if (!logGroups.some(({ logGroupName }) => logGroupName === name))
    throw fault('InvalidLoggingConfiguration', 'Invalid Logging Configuration: Log Destination not found.');
}

export const sendLogging = ({ level, includeExecutionData, logGroupArn, hasEmptyList }: LoggingConfiguration): SentLogging => ({
  ...{ level, includeExecutionData, destinations: hasEmptyList ? [] : undefined },
  ...(logGroupArn !== undefined && { destinations: [{ cloudWatchLogsLogGroup: { logGroupArn } }] }),
});

/** @throws Fault InvalidEncryptionConfiguration */
export function readEncryption(sent: SentEncryption | undefined): EncryptionConfiguration {
  const isOwn = sent?.type === 'CUSTOMER_MANAGED_KMS_KEY';
  const refuse = (problem: string) => fault('InvalidEncryptionConfiguration', `Invalid Encryption Configuration: ${problem}`);
  if (isOwn && sent.kmsKeyId === undefined) throw refuse('kmsKeyId is required for CUSTOMER_MANAGED_KMS_KEY');
  if (!isOwn && sent?.kmsKeyId !== undefined) throw refuse('kmsKeyId must not be set for AWS_OWNED_KEY');
  if (!isOwn) return { type: 'AWS_OWNED_KEY' };
  return { type: 'CUSTOMER_MANAGED_KMS_KEY', keyId: sent.kmsKeyId, reusePeriodSeconds: sent.kmsDataKeyReusePeriodSeconds ?? REUSE_S };
}

export const sendEncryption = ({ type, keyId, reusePeriodSeconds }: EncryptionConfiguration): SentEncryption => ({
  ...{ type, kmsKeyId: keyId, kmsDataKeyReusePeriodSeconds: reusePeriodSeconds },
});
