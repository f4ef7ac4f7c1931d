// Tags of repositories, by ARN.

import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import { mergeTags, readTags, sendTags, tagRecord, tagsOf, withoutTags } from '#core/tags';
import { fault, operation } from '#model/ecr';
import { findRepository, put } from './find-repository.ts';

const MAX_TAGS = 50;

function byArn(arn: string, ctx: Ctx) {
  const { account, resource = '' } = arnHere(arn, 'ecr', ctx) ?? {};
  const name = /^repository\/(.+)$/.exec(resource)?.[1];
  if (name === undefined)
    throw fault('InvalidParameterException', `Invalid parameter at 'resourceArn' failed to satisfy constraint: 'Invalid ARN'`);
  return findRepository(name, account, ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const found = byArn(resourceArn, ctx);
  const merged = mergeTags(tagsOf(found.tags), readTags(tags));
  if (merged.length > MAX_TAGS) throw fault('TooManyTagsException', `A resource can have at most ${MAX_TAGS} tags`);
  put({ ...found, tags: tagRecord(merged) }, ctx);
  return {};
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const found = byArn(resourceArn, ctx);
  put({ ...found, tags: tagRecord(withoutTags(tagsOf(found.tags), tagKeys)) }, ctx);
  return {};
});

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: sendTags(tagsOf(byArn(resourceArn, ctx).tags)),
}));
