// What is to happen with loops of invocations: kept and given back. Loops are neither found nor ended.
import { operation } from '#model/lambda';
import { findFunction, named } from './find.ts';
import { functions } from './state.ts';

export const PutFunctionRecursionConfig = operation('PutFunctionRecursionConfig', (input, ctx) => {
  const fn = findFunction(ctx, named(ctx, input).name);
  const recursiveLoop = input.RecursiveLoop === 'Allow' ? 'Allow' : 'Terminate';
  ctx.write((tx) => tx.put(ctx.records(functions), [fn.name], { ...fn, recursiveLoop }));
  return { RecursiveLoop: recursiveLoop };
});

export const GetFunctionRecursionConfig = operation('GetFunctionRecursionConfig', (input, ctx) => ({
  RecursiveLoop: findFunction(ctx, named(ctx, input).name).recursiveLoop ?? 'Terminate',
}));
