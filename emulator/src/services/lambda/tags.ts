// TagResource, UntagResource, ListTags: functions, event source mappings, code signing configurations and capacity providers.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { operation } from '#model/lambda';
import { existingCapacity } from './capacity/capacity-providers.ts';
import { capacityProviders } from './capacity/capacity-record.ts';
import { invalidParameter, notEmulated, notFound } from './faults.ts';
import { findFunction, findVersionNumbered, named } from './find-function.ts';
import { mappingArn } from './mappings/describe-mapping.ts';
import { mappings } from './mappings/mapping-record.ts';
import { ownerOf } from './permissions/across-accounts.ts';
import { signingArn, signingIdIn } from './signing/signing-configs.ts';
import { signingConfigs } from './signing/signing-record.ts';
import { functions } from './state.ts';
import { checkTags } from './tag-rules.ts';
import { putVersion } from './versions-write.ts';

type Tags = Readonly<Record<string, string>>;

interface Tagged {
  readonly tags: Tags;
  write(tags: Tags): void;
}

const MAPPING = /:event-source-mapping:([^:]+)$/;

function tagged(arn: string, ctx: Ctx): Tagged {
  const uuid = MAPPING.exec(arn)?.[1];
  if (uuid !== undefined) return taggedMapping(arn, uuid, ctx);
  if (arn.includes(':code-signing-config:')) return taggedSigning(arn, ctx);
  if (arn.includes(':capacity-provider:')) return taggedCapacity(arn, ctx);
  if (!arn.includes(':function:'))
    throw notEmulated('Resource', 'tags belong to functions, event source mappings, code signing configurations and capacity providers.');
  return taggedFunction(arn, ctx);
}

function taggedMapping(arn: string, uuid: string, ctx: Ctx): Tagged {
  const records = ctx.records(mappings);
  const mapping = records.get([uuid]);
  if (!mapping || arn !== mappingArn(ctx, uuid)) throw notFound(`Event source mapping not found: ${arn}`);
  return { tags: mapping.tags, write: (tags) => ctx.write((tx) => tx.put(records, [uuid], { ...mapping, tags })) };
}

function taggedSigning(arn: string, ctx: Ctx): Tagged {
  const records = ctx.records(signingConfigs);
  const config = records.get([signingIdIn(arn)]);
  if (!config || arn !== signingArn(config.id, ctx)) throw notFound('The resource you requested does not exist.');
  return { tags: config.tags, write: (tags) => ctx.write((tx) => tx.put(records, [config.id], { ...config, tags })) };
}

function taggedCapacity(arn: string, ctx: Ctx): Tagged {
  const provider = existingCapacity(arn, ctx);
  const write = (tags: Tags) => ctx.write((tx) => tx.put(ctx.records(capacityProviders), [provider.name], { ...provider, tags }));
  return { tags: provider.tags, write };
}

function taggedFunction(arn: string, ctx: Ctx): Tagged {
  const { name, qualifier } = named({ FunctionName: arn }, ctx);
  if (qualifier !== undefined)
    throw invalidParameter('Tags on function aliases and versions are not supported. Please specify a function ARN.');
  const fn = findFunction(name, ctx);
  const write = (tags: Tags): void =>
    ctx.write((tx) => {
      tx.put(ctx.records(functions), [name], { ...fn, tags });
      // Tags change the revision of the function (recorded)
      putVersion(tx, name, { ...findVersionNumbered(name, 0, ctx), revisionId: ctx.id() }, ctx);
    });
  return { tags: fn.tags, write };
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
  const { tags, write } = tagged(Resource, ownerOfTagged(Resource, caller));
  // In these words (recorded)
  if (Object.keys(Tags).length === 0) throw invalidParameter('An error occurred and the request cannot be processed.');
  checkTags(tags, Tags);
  write({ ...tags, ...Tags });
});

export const UntagResource = operation('UntagResource', ({ Resource, TagKeys }, caller) => {
  if (TagKeys.length === 0) throw NO_KEYS();
  const { tags, write } = tagged(Resource, ownerOfTagged(Resource, caller));
  const gone = new Set(TagKeys);
  write(Object.fromEntries(Object.entries(tags).filter(([key]) => !gone.has(key))));
});

export const ListTags = operation('ListTags', ({ Resource }, caller) => ({ Tags: tagged(Resource, ownerOfTagged(Resource, caller)).tags }));
