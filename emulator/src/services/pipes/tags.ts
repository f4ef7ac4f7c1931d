// TagResource, UntagResource, ListTagsForResource.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/pipes';
import { invalid, noSuchPipe } from './faults.ts';
import { findPipe } from './pipes/find-pipe.ts';
import { putPipe } from './pipes/pipe-write.ts';
import type { Pipe } from './state.ts';
import { checkTags } from './tag-rules.ts';

function pipeWith(resourceArn: string, ctx: Ctx): Frozen<Pipe> {
  const { account, resource = '' } = arnHere(resourceArn, 'pipes', ctx) ?? {};
  const name = /^pipe\/(.+)$/.exec(resource)?.[1];
  if (name === undefined) throw invalid('Provided Arn is not in correct format.');
  if (account !== ctx.account) throw noSuchPipe(name);
  return findPipe(name, ctx);
}

const retag = (pipe: Frozen<Pipe>, tags: Readonly<Record<string, string>>, ctx: Ctx): void =>
  ctx.write((tx) => putPipe(tx, { ...pipe, tags }, ctx));

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const pipe = pipeWith(resourceArn, ctx);
  const merged = { ...pipe.tags, ...tags };
  checkTags(merged);
  retag(pipe, merged, ctx);
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const pipe = pipeWith(resourceArn, ctx);
  retag(pipe, Object.fromEntries(Object.entries(pipe.tags).filter(([key]) => !tagKeys.includes(key))), ctx);
});

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({ tags: pipeWith(resourceArn, ctx).tags }));
