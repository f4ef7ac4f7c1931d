// Code signing: no function has a configuration, which is what infrastructure tools ask.
import { operation } from '#model/lambda';
import { findFunction, named } from './find.ts';

/** The model calls both members required; the real service leaves the configuration's ARN empty. */
export const GetFunctionCodeSigningConfig = operation('GetFunctionCodeSigningConfig', (input, ctx) => {
  const { name } = named(ctx, input);
  findFunction(ctx, name);
  return { CodeSigningConfigArn: '', FunctionName: name };
});
