// PutFunctionRecursionConfig, GetFunctionRecursionConfig: whether loops through a function are ended or allowed.
import { operation } from '#model/lambda';
import { findFunction, named } from '#services/lambda/lookup/find-function';
import { functions } from '#services/lambda/state';

export const PutFunctionRecursionConfig = operation('PutFunctionRecursionConfig', (input, ctx) => {
  const fn = findFunction(named(input, ctx).name, ctx);
  const recursiveLoop = input.RecursiveLoop === 'Allow' ? 'Allow' : 'Terminate';
  ctx.write((tx) => tx.put(ctx.records(functions), [fn.name], { ...fn, recursiveLoop }));
  return { RecursiveLoop: recursiveLoop };
});

export const GetFunctionRecursionConfig = operation('GetFunctionRecursionConfig', (input, ctx) => ({
  RecursiveLoop: findFunction(named(input, ctx).name, ctx).recursiveLoop ?? 'Terminate',
}));
