// The code signing configuration of a function.
import type { Ctx } from '#core/ctx';
import { fault, type GetFunctionCodeSigningConfigResponse, operation } from '#model/lambda';
import { findFunction, named } from '#services/lambda/lookup/find-function';
import { signingArn, signingIdIn } from './signing-configs.ts';
import { setSigning, signingConfigs, signingOfFunction } from './signing-record.ts';

/** The id in an ARN. @throws Fault if the configuration does not exist */
export function signingIdOf(arn: string, ctx: Ctx): string {
  const id = signingIdIn(arn);
  if (ctx.records(signingConfigs).has([id]) && arn === signingArn(id, ctx)) return id;
  throw fault(
    'CodeSigningConfigNotFoundException',
    `The code signing configuration cannot be found. Check that the provided configuration is not deleted: ${arn}.`,
    { Type: 'User' },
  );
}

export const PutFunctionCodeSigningConfig = operation('PutFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(input, ctx);
  const id = signingIdOf(input.CodeSigningConfigArn, ctx);
  findFunction(name, ctx);
  ctx.write((tx) => setSigning(tx, name, id, ctx));
  return { CodeSigningConfigArn: input.CodeSigningConfigArn, FunctionName: name };
});

/** The model calls both members required; a function without a configuration has neither (recorded in November 2025). */
export const GetFunctionCodeSigningConfig = operation('GetFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  const id = ctx.records(signingOfFunction).get([name])?.id;
  return (
    id === undefined ? {} : { CodeSigningConfigArn: signingArn(id, ctx), FunctionName: name }
  ) as GetFunctionCodeSigningConfigResponse;
});

export const DeleteFunctionCodeSigningConfig = operation('DeleteFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(input, ctx);
  findFunction(name, ctx);
  ctx.write((tx) => setSigning(tx, name, undefined, ctx));
});
