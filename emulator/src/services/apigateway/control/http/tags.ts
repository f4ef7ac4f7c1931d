// Tags of APIs, stages, domain names and VPC links.
import type { Ctx } from '#core/ctx';
import type { Collection, Key } from '#core/records';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/apigatewayv2';
import { apis, domains, stages, vpcLinks } from '#services/apigateway/http-state';
import { bad, notFound } from './faults.ts';
import { HTTP_TAGS } from './tag-rules.ts';

type Tags = Readonly<Record<string, string>>;

const ARN = /^arn:[^:]+:apigateway:([^:]+)::\/(.+)$/;
/** The collection of a resource, and the key in its ARN's path. */
const KINDS: readonly (readonly [path: RegExp, collection: Collection<never, never>])[] = [
  [/^apis\/([^/]+)$/, apis as never],
  [/^apis\/([^/]+)\/stages\/([^/]+)$/, stages as never],
  [/^domainnames\/([^/]+)$/, domains as never],
  [/^vpclinks\/([^/]+)$/, vpcLinks as never],
];

/** @throws BadRequest for what is no ARN of a tagged kind in this region, NotFound */
function locate(arn: string, ctx: Ctx): Tagged<Tags> {
  const [, region, path] = ARN.exec(arn) ?? [];
  if (path === undefined || region !== ctx.region) throw bad(`Invalid ARN specified in the request: ${arn}`);
  for (const [form, each] of KINDS) {
    const key = form.exec(path)?.slice(1).map(decodeURIComponent);
    if (!key) continue;
    const records = ctx.records(each as unknown as Collection<Key, { readonly tags: Tags }>);
    const record = records.get(key);
    if (!record) throw notFound('Invalid resource identifier specified');
    return taggedRecord(records, key, record, ctx);
  }
  throw bad(`Invalid ARN specified in the request: ${arn}`);
}

export const GetTags = operation('GetTags', ({ ResourceArn }, ctx) => ({ Tags: HTTP_TAGS.list(locate(ResourceArn, ctx)) }));

export const TagResource = operation('TagResource', ({ ResourceArn, Tags = {} }, ctx) =>
  HTTP_TAGS.add(locate(ResourceArn, ctx), Tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  HTTP_TAGS.remove(locate(ResourceArn, ctx), TagKeys),
);
