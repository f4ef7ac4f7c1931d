// Tags of APIs, by ARN.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { apis } from '#services/appsync/state';
import { findApi } from './find.ts';
import { API_TAGS } from './tag-rules.ts';

function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { account, resource = '' } = arnHere(arn, 'appsync', ctx) ?? {};
  const id = /^apis\/([^/]+)$/.exec(resource)?.[1];
  if (id === undefined || account !== ctx.account) throw bad(`Invalid ARN: ${arn}`);
  return taggedRecord(ctx.records(apis), [id], findApi(id, ctx), ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => API_TAGS.add(tagged(resourceArn, ctx), tags, ctx));

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  API_TAGS.remove(tagged(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: API_TAGS.list(tagged(resourceArn, ctx)),
}));
