// Tags of repositories, by ARN.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import { atMostTags, type Tagged, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, TAG_MAP } from '#core/tags';
import { fault, operation } from '#model/ecr';
import { findRepository, put } from './find-repository.ts';

export const REPOSITORY_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: TAG_MAP,
  checks: [atMostTags(50, (max) => fault('TooManyTagsException', `A resource can have at most ${max} tags`))],
});

function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { account, resource = '' } = arnHere(arn, 'ecr', ctx) ?? {};
  const name = /^repository\/(.+)$/.exec(resource)?.[1];
  if (name === undefined)
    throw fault('InvalidParameterException', `Invalid parameter at 'resourceArn' failed to satisfy constraint: 'Invalid ARN'`);
  const found = findRepository(name, account, ctx);
  return { tags: found.tags, keep: (tags) => put({ ...found, tags }, ctx) };
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) =>
  REPOSITORY_TAGS.add(tagged(resourceArn, ctx), tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  REPOSITORY_TAGS.remove(tagged(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: REPOSITORY_TAGS.list(tagged(resourceArn, ctx)),
}));
