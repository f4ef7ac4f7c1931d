// Tags of repositories, by ARN.
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';
import { fault, operation } from '#model/ecr';
import { findRepository, put } from './find-repository.ts';

function byArn(arn: string, ctx: Ctx) {
  const name = /^repository\/(.+)$/.exec(parseArn(arn)?.resource ?? '')?.[1];
  if (name === undefined)
    throw fault('InvalidParameterException', `Invalid parameter at 'resourceArn' failed to satisfy constraint: 'Invalid ARN'`);
  return findRepository(name, parseArn(arn)?.account, ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const found = byArn(resourceArn, ctx);
  const next = { ...found.tags, ...Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])) };
  if (Object.keys(next).length > 50) throw fault('TooManyTagsException', 'A resource can have at most 50 tags');
  put({ ...found, tags: next }, ctx);
  return {};
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const found = byArn(resourceArn, ctx);
  put({ ...found, tags: Object.fromEntries(Object.entries(found.tags).filter(([key]) => !tagKeys.includes(key))) }, ctx);
  return {};
});

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: Object.entries(byArn(resourceArn, ctx).tags).map(([Key, Value]) => ({ Key, Value })),
}));
