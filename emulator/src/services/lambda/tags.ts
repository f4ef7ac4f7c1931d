// Tags of functions.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { operation } from '#model/lambda';
import { invalidParameter, notEmulated } from './faults.ts';
import { findFunction, named } from './find.ts';
import { type FunctionRecord, functions } from './state.ts';
import { checkTags } from './tag-rules.ts';

function tagged(ctx: Ctx, arn: string): Frozen<FunctionRecord> {
  if (!arn.includes(':function:')) throw notEmulated('Resource', 'of the resources that carry tags, only functions are emulated.');
  const { name, qualifier } = named(ctx, { FunctionName: arn });
  if (qualifier !== undefined)
    throw invalidParameter('Tags on function aliases and versions are not supported. Please specify a function ARN.');
  return findFunction(ctx, name);
}

const write = (ctx: Ctx, fn: Frozen<FunctionRecord>, tags: Readonly<Record<string, string>>): void =>
  ctx.write((tx) => tx.put(ctx.records(functions), [fn.name], { ...fn, tags }));

export const TagResource = operation('TagResource', ({ Resource, Tags }, ctx) => {
  const fn = tagged(ctx, Resource);
  checkTags(fn.tags, Tags);
  write(ctx, fn, { ...fn.tags, ...Tags });
});

export const UntagResource = operation('UntagResource', ({ Resource, TagKeys }, ctx) => {
  const fn = tagged(ctx, Resource);
  const gone = new Set(TagKeys);
  write(ctx, fn, Object.fromEntries(Object.entries(fn.tags).filter(([key]) => !gone.has(key))));
});

export const ListTags = operation('ListTags', ({ Resource }, ctx) => ({ Tags: tagged(ctx, Resource).tags }));
