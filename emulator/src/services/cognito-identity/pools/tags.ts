// Tags of identity pools, by ARN.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import { atMostTags, noReservedKeys, type Tagged, taggedRecord, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { operation } from '#model/cognito-identity';
import { invalid } from '#services/cognito-identity/faults';
import { identityPools } from '#services/cognito-identity/state';
import { findPool } from './find-pool.ts';

export const POOL_TAGS = tagRules({
  sent: TAG_MAP,
  kept: TAG_MAP,
  checks: [
    noReservedKeys((key) => invalid(`The tag key ${key} begins with aws:, which is reserved.`)),
    atMostTags(50, (max) => invalid(`An identity pool can have at most ${max} tags.`)),
  ],
});

function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { account, resource = '' } = arnHere(arn, 'cognito-identity', ctx) ?? {};
  const id = /^identitypool\/(.+)$/.exec(resource)?.[1];
  if (id === undefined || account !== ctx.account) throw invalid(`Invalid ARN: ${arn}`);
  return taggedRecord(ctx.records(identityPools), [id], findPool(id, ctx), ctx);
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => POOL_TAGS.add(tagged(ResourceArn, ctx), Tags, ctx));

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  POOL_TAGS.remove(tagged(ResourceArn, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: POOL_TAGS.list(tagged(ResourceArn, ctx)),
}));
