// Calls a rotation function. The function's policy decides whether Secrets Manager may.
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';
import type { InvocationRequest } from '#model/lambda';

const SERVICE = 'secretsmanager.amazonaws.com';

export function invokeFunction(
  secretArn: string,
  functionArn: string,
  request: Pick<InvocationRequest, 'InvocationType' | 'Payload'>,
  ctx: Ctx,
) {
  const named = parseArn(functionArn);
  const place = named ? { account: named.account, region: named.region } : {};
  return ctx.call(
    'lambda',
    'Invoke',
    { FunctionName: functionArn, ...request },
    { as: { service: SERVICE, sourceArn: secretArn }, ...place },
  );
}
