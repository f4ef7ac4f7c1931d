// TagResource, UntagResource, GetTags: tags of everything that has an ARN.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { operation } from '#model/apigateway';
import { domains } from '#services/apigateway/http-state';
import { apis, clientCertificates, keys, plans, stages, vpcLinks } from '#services/apigateway/rest-state';
import { bad, notFound } from './faults.ts';

type Tags = Readonly<Record<string, string>>;
const MAX_TAGS = 50;

/** By the first part of the path in the ARN. */
const COLLECTIONS = {
  restapis: apis,
  apikeys: keys,
  usageplans: plans,
  vpclinks: vpcLinks,
  clientcertificates: clientCertificates,
  domainnames: domains,
};

interface Tagged {
  readonly tags: Frozen<Tags>;
  put(tx: Tx, tags: Tags): void;
}

/** `arn:aws:apigateway:us-east-1::/restapis/id/stages/name` */
function find(resourceArn: string, ctx: Ctx): Tagged {
  const arn = parseArn(resourceArn);
  if (arn?.service !== 'apigateway' || arn.region !== ctx.region) throw bad(`Invalid ARN. ARN is not well formed ${resourceArn}`);
  const [, kind, id = '', sub, name = ''] = arn.resource.split('/');
  const tagged = <V extends { readonly tags: Tags }>(record: Frozen<V> | undefined, put: (tx: Tx, record: Frozen<V>) => void): Tagged => {
    if (!record) throw notFound(`Invalid resource identifier specified ${resourceArn}`);
    return { tags: record.tags as Frozen<Tags>, put: (tx, tags) => put(tx, { ...record, tags } as Frozen<V>) };
  };
  if (kind === 'restapis' && sub === 'stages')
    return tagged(ctx.records(stages).get([id, name]), (tx, stage) => tx.put(ctx.records(stages), [id, name], stage));
  const found =
    sub === undefined && kind !== undefined && Object.hasOwn(COLLECTIONS, kind) ? COLLECTIONS[kind as keyof typeof COLLECTIONS] : undefined;
  // All of them have tags, which is all that is changed.
  const records = found && ctx.records(found as typeof apis);
  return tagged(records?.get([id]), (tx, record) => tx.put(records!, [id], record));
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const tagged = find(resourceArn, ctx);
  const after = { ...tagged.tags, ...tags };
  if (Object.keys(after).length > MAX_TAGS) throw bad(`A resource has at most ${MAX_TAGS} tags`);
  ctx.write((tx) => tagged.put(tx, after));
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const tagged = find(resourceArn, ctx);
  const after = Object.fromEntries(Object.entries(tagged.tags).filter(([key]) => !tagKeys.includes(key)));
  ctx.write((tx) => tagged.put(tx, after));
});

export const GetTags = operation('GetTags', ({ resourceArn }, ctx) => ({ tags: { ...find(resourceArn, ctx).tags } }));
