// TagResource, UntagResource, ListTags: functions, event source mappings, code signing configurations and capacity providers.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/lambda';
import { existingCapacity } from './capacity/capacity-providers.ts';
import { capacityProviders } from './capacity/capacity-record.ts';
import { invalidParameter, notEmulated, notFound } from './faults.ts';
import { putVersion } from './functions/versions-write.ts';
import { findFunction, findVersionNumbered, named } from './lookup/find-function.ts';
import { mappingArn } from './mappings/describe-mapping.ts';
import { mappings } from './mappings/mapping-record.ts';
import { ownerOf } from './permissions/across-accounts.ts';
import { signingArn, signingIdIn } from './signing/signing-configs.ts';
import { signingConfigs } from './signing/signing-record.ts';
import { functions } from './state.ts';
import { LAMBDA_TAGS } from './tag-rules.ts';

type Tags = Readonly<Record<string, string>>;

type TaggedResource = Tagged<Tags>;

const MAPPING = /:event-source-mapping:([^:]+)$/;

function tagged(arn: string, ctx: Ctx): TaggedResource {
  const uuid = MAPPING.exec(arn)?.[1];
  if (uuid !== undefined) return taggedMapping(arn, uuid, ctx);
  if (arn.includes(':code-signing-config:')) return taggedSigning(arn, ctx);
  if (arn.includes(':capacity-provider:')) return taggedCapacity(arn, ctx);
  if (!arn.includes(':function:'))
    throw notEmulated('Resource', 'tags belong to functions, event source mappings, code signing configurations and capacity providers.');
  return taggedFunction(arn, ctx);
}

function taggedMapping(arn: string, uuid: string, ctx: Ctx): TaggedResource {
  const records = ctx.records(mappings);
  const mapping = records.get([uuid]);
  if (!mapping || arn !== mappingArn(ctx, uuid)) throw notFound(`Event source mapping not found: ${arn}`);
  return taggedRecord(records, [uuid], mapping, ctx);
}

function taggedSigning(arn: string, ctx: Ctx): TaggedResource {
  const records = ctx.records(signingConfigs);
  const config = records.get([signingIdIn(arn)]);
  if (!config || arn !== signingArn(config.id, ctx)) throw notFound('The resource you requested does not exist.');
  return taggedRecord(records, [config.id], config, ctx);
}

function taggedCapacity(arn: string, ctx: Ctx): TaggedResource {
  const provider = existingCapacity(arn, ctx);
  return taggedRecord(ctx.records(capacityProviders), [provider.name], provider, ctx);
}

function taggedFunction(arn: string, ctx: Ctx): TaggedResource {
  const { name, qualifier } = named({ FunctionName: arn }, ctx);
  if (qualifier !== undefined)
    throw invalidParameter('Tags on function aliases and versions are not supported. Please specify a function ARN.');
  const fn = findFunction(name, ctx);
  const keep = (tags: Tags): void =>
    ctx.write((tx) => {
      tx.put(ctx.records(functions), [name], { ...fn, tags });
      // Tags change the revision of the function (recorded)
      putVersion(tx, name, { ...findVersionNumbered(name, 0, ctx), revisionId: ctx.id() }, ctx);
    });
  return { tags: fn.tags, keep };
}

/** Functions of other accounts may have policies that allow it. */
const ownerOfTagged = (arn: string, ctx: Ctx): Ctx =>
  arn.includes(':function:') ? ownerOf({ FunctionName: arn }, `lambda:${ctx.operation}`, ctx) : ctx;

/** An empty list arrives as none in a query. */
const NO_KEYS = () =>
  unmodelled(
    'ValidationException',
    "1 validation error detected: Value null at 'tagKeys' failed to satisfy constraint: Member must not be null",
  );

export const TagResource = operation('TagResource', ({ Resource, Tags }, caller) => {
  const resource = tagged(Resource, ownerOfTagged(Resource, caller));
  // In these words (recorded)
  if (Object.keys(Tags).length === 0) throw invalidParameter('An error occurred and the request cannot be processed.');
  LAMBDA_TAGS.add(resource, Tags, caller);
});

export const UntagResource = operation('UntagResource', ({ Resource, TagKeys }, caller) => {
  if (TagKeys.length === 0) throw NO_KEYS();
  LAMBDA_TAGS.remove(tagged(Resource, ownerOfTagged(Resource, caller)), TagKeys);
});

export const ListTags = operation('ListTags', ({ Resource }, caller) => ({
  Tags: LAMBDA_TAGS.list(tagged(Resource, ownerOfTagged(Resource, caller))),
}));
