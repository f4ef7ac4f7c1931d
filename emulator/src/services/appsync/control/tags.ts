// Tags of APIs, by ARN.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { apis, channelNamespaces, domainNames, eventApis } from '#services/appsync/state';
import { findApi, findDomainName, findEventApi, findNamespace } from './find.ts';
import { API_TAGS } from './tag-rules.ts';

function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { account, resource = '' } = arnHere(arn, 'appsync', ctx) ?? {};
  const domain = /^domainnames\/([^/]+)$/.exec(resource)?.[1];
  if (domain !== undefined && account === ctx.account)
    return taggedRecord(ctx.records(domainNames), [domain], findDomainName(domain, ctx), ctx);
  const [, id, namespace] = /^apis\/([^/]+)(?:\/channelNamespace\/([^/]+))?$/.exec(resource) ?? [];
  if (id === undefined || account !== ctx.account) throw bad(`Invalid ARN: ${arn}`);
  if (namespace !== undefined) return taggedRecord(ctx.records(channelNamespaces), [id, namespace], findNamespace(id, namespace, ctx), ctx);
  if (ctx.records(eventApis).has([id])) return taggedRecord(ctx.records(eventApis), [id], findEventApi(id, ctx), ctx);
  return taggedRecord(ctx.records(apis), [id], findApi(id, ctx), ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => API_TAGS.add(tagged(resourceArn, ctx), tags, ctx));

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  API_TAGS.remove(tagged(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: API_TAGS.list(tagged(resourceArn, ctx)),
}));
