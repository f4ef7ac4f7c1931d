// TagResource, UntagResource, GetTags: tags of everything that has an ARN.
import type { Ctx } from '#core/ctx';
import type { Collection, Key } from '#core/records';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { parseArn } from '#lib/arn';
import { operation } from '#model/apigateway';
import { domains } from '#services/apigateway/http-state';
import { apis, clientCertificates, keys, plans, stages, vpcLinks } from '#services/apigateway/rest-state';
import { bad, notFound } from './faults.ts';
import { REST_TAGS } from './tag-rules.ts';

type Tags = Readonly<Record<string, string>>;

/** By the first part of the path in the ARN. */
const COLLECTIONS = {
  restapis: apis,
  apikeys: keys,
  usageplans: plans,
  vpclinks: vpcLinks,
  clientcertificates: clientCertificates,
  domainnames: domains,
};

/** `arn:aws:apigateway:us-east-1::/restapis/id/stages/name` */
function find(resourceArn: string, ctx: Ctx): Tagged<Tags> {
  const arn = parseArn(resourceArn);
  if (arn?.service !== 'apigateway' || arn.region !== ctx.region) throw bad(`Invalid ARN. ARN is not well formed ${resourceArn}`);
  const [, kind, id = '', sub, name = ''] = arn.resource.split('/');
  const found =
    sub === undefined && kind !== undefined && Object.hasOwn(COLLECTIONS, kind) ? COLLECTIONS[kind as keyof typeof COLLECTIONS] : undefined;
  // All of them have tags, which is all that is changed.
  const [collection, key] = kind === 'restapis' && sub === 'stages' ? [stages, [id, name]] : [found, [id]];
  const records = collection && ctx.records(collection as unknown as Collection<Key, { readonly tags: Tags }>);
  const record = records?.get(key);
  if (!records || !record) throw notFound(`Invalid resource identifier specified ${resourceArn}`);
  return taggedRecord(records, key, record, ctx);
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => REST_TAGS.add(find(resourceArn, ctx), tags, ctx));

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  REST_TAGS.remove(find(resourceArn, ctx), tagKeys),
);

export const GetTags = operation('GetTags', ({ resourceArn }, ctx) => ({ tags: REST_TAGS.list(find(resourceArn, ctx)) }));
