// Which code signing configuration a function has.
import type { Ctx } from '#core/call';
import { fault, operation } from '#model/lambda';
import { findFunction, named } from '#services/lambda/find-function';
import { signingArn, signingIdIn } from './signing-configs.ts';
import { setSigning, signingConfigs, signingOfFunction } from './signing-record.ts';

/** The id that an ARN names. @throws Fault when there is no such configuration */
export function signingIdOf(ctx: Ctx, arn: string): string {
  const id = signingIdIn(arn);
  if (ctx.records(signingConfigs).has([id]) && arn === signingArn(ctx, id)) return id;
  throw fault(
    'CodeSigningConfigNotFoundException',
    `The code signing configuration cannot be found. Check that the provided configuration is not deleted: ${arn}.`,
    { Type: 'User' },
  );
}

export const PutFunctionCodeSigningConfig = operation('PutFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const id = signingIdOf(ctx, input.CodeSigningConfigArn);
  ctx.write((tx) => setSigning(ctx, tx, name, id));
  return { CodeSigningConfigArn: input.CodeSigningConfigArn, FunctionName: name };
});

/** The model calls both members required; the real service leaves the ARN empty where there is none. */
export const GetFunctionCodeSigningConfig = operation('GetFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  const id = ctx.records(signingOfFunction).get([name])?.id;
  return { CodeSigningConfigArn: id === undefined ? '' : signingArn(ctx, id), FunctionName: name };
});

export const DeleteFunctionCodeSigningConfig = operation('DeleteFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  ctx.write((tx) => setSigning(ctx, tx, name, undefined));
});
