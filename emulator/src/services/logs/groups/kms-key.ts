// Checks the key of a log group: it must exist and be enabled.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { invalid } from './find-group.ts';
import { groupArn } from './group-arn.ts';

export async function checkKey(key: string, group: string, ctx: Ctx): Promise<void> {
  if (!/^arn:[^:]+:kms:/.test(key)) throw invalid(`The specified KMS Key Id ${key} is not a valid ARN.`);
  const refused = () => invalid(`The specified KMS key does not exist or is not allowed to be used with Arn '${groupArn(ctx, group)}'`);
  try {
    const { KeyMetadata: facts } = await ctx.call('kms', 'DescribeKey', { KeyId: key });
    if (facts?.Enabled === false || (facts?.KeySpec ?? 'SYMMETRIC_DEFAULT') !== 'SYMMETRIC_DEFAULT') throw refused();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'InvalidParameterException') throw error;
    throw refused();
  }
}
