// Calls a rotation function. The function's policy decides whether Secrets Manager may.
import { parseArn } from '#lib/arn';
import type { InvocationRequest } from '#model/lambda';
import type { LocatedSecret } from '#services/secretsmanager/find-secret';

const SERVICE = 'secretsmanager.amazonaws.com';

export function invokeFunction(
  { ctx, arn }: Pick<LocatedSecret, 'ctx' | 'arn'>,
  functionArn: string,
  request: Pick<InvocationRequest, 'InvocationType' | 'Payload'>,
) {
  const named = parseArn(functionArn);
  const place = named ? { account: named.account, region: named.region } : {};
  return ctx.call('lambda', 'Invoke', { FunctionName: functionArn, ...request }, { as: { service: SERVICE, sourceArn: arn }, ...place });
}
