// Tags of APIs, stages, domain names and VPC links.
import type { Ctx } from '#core/ctx';
import type { Collection, Frozen, Key } from '#core/records';
import { operation } from '#model/apigatewayv2';
import { apis, domains, stages, vpcLinks } from '#services/apigateway/http-state';
import { bad, notFound } from './faults.ts';
import { checkTags } from './tag-rules.ts';

type Tags = Readonly<Record<string, string>>;

interface Tagged {
  readonly tags: Tags;
}

const ARN = /^arn:[^:]+:apigateway:([^:]+)::\/(.+)$/;
/** The collection of a resource, and the key in its ARN's path. */
const KINDS: readonly (readonly [path: RegExp, collection: Collection<never, never>])[] = [
  [/^apis\/([^/]+)$/, apis as never],
  [/^apis\/([^/]+)\/stages\/([^/]+)$/, stages as never],
  [/^domainnames\/([^/]+)$/, domains as never],
  [/^vpclinks\/([^/]+)$/, vpcLinks as never],
];

interface Located {
  readonly key: Key;
  readonly collection: Collection<Key, Tagged>;
  readonly value: Frozen<Tagged>;
}

/** @throws BadRequest for what is no ARN of a tagged kind in this region, NotFound */
function locate(arn: string, ctx: Ctx): Located {
  const [, region, path] = ARN.exec(arn) ?? [];
  if (path === undefined || region !== ctx.region) throw bad(`Invalid ARN specified in the request: ${arn}`);
  for (const [form, each] of KINDS) {
    const key = form.exec(path)?.slice(1).map(decodeURIComponent);
    if (!key) continue;
    const collection = each as unknown as Collection<Key, Tagged>;
    const value = ctx.records(collection).get(key);
    if (!value) throw notFound('Invalid resource identifier specified');
    return { key, collection, value };
  }
  throw bad(`Invalid ARN specified in the request: ${arn}`);
}

function setTags(arn: string, change: (tags: Tags) => Tags, ctx: Ctx): void {
  const { key, collection, value } = locate(arn, ctx);
  const tags = checkTags(change(value.tags));
  ctx.write((tx) => tx.put(ctx.records(collection), key, { ...value, tags }));
}

export const GetTags = operation('GetTags', ({ ResourceArn }, ctx) => ({ Tags: { ...locate(ResourceArn, ctx).value.tags } }));

export const TagResource = operation('TagResource', ({ ResourceArn, Tags = {} }, ctx) =>
  setTags(ResourceArn, (tags) => ({ ...tags, ...Tags }), ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  setTags(ResourceArn, (tags) => Object.fromEntries(Object.entries(tags).filter(([key]) => !TagKeys.includes(key))), ctx),
);
