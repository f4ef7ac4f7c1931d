// TagResource, UntagResource, ListTagsForResource.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Tagged } from '#core/tag-rules';
import { operation } from '#model/pipes';
import { invalid, noSuchPipe } from './faults.ts';
import { findPipe } from './pipes/find-pipe.ts';
import { putPipe } from './pipes/pipe-write.ts';
import { PIPE_TAGS } from './tag-rules.ts';

function taggedPipe(resourceArn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { account, resource = '' } = arnHere(resourceArn, 'pipes', ctx) ?? {};
  const name = /^pipe\/(.+)$/.exec(resource)?.[1];
  if (name === undefined) throw invalid('Provided Arn is not in correct format.');
  if (account !== ctx.account) throw noSuchPipe(name);
  const pipe = findPipe(name, ctx);
  return { tags: pipe.tags, keep: (tags) => ctx.write((tx) => putPipe(tx, { ...pipe, tags }, ctx)) };
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => PIPE_TAGS.add(taggedPipe(resourceArn, ctx), tags, ctx));

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  PIPE_TAGS.remove(taggedPipe(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: PIPE_TAGS.list(taggedPipe(resourceArn, ctx)),
}));
