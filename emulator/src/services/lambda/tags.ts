// Tags of functions, event source mappings, code signing configurations and capacity providers.
import type { Ctx } from '#core/call';
import { operation } from '#model/lambda';
import { existingCapacity } from './capacity/capacity-providers.ts';
import { capacityProviders } from './capacity/capacity-record.ts';
import { invalidParameter, notEmulated, notFound } from './faults.ts';
import { findFunction, named } from './find-function.ts';
import { mappingArn } from './mappings/describe-mapping.ts';
import { mappings } from './mappings/mapping-record.ts';
import { signingArn, signingIdIn } from './signing/signing-configs.ts';
import { signingConfigs } from './signing/signing-record.ts';
import { functions } from './state.ts';
import { checkTags } from './tag-rules.ts';

type Tags = Readonly<Record<string, string>>;

interface Tagged {
  readonly tags: Tags;
  write(tags: Tags): void;
}

const MAPPING = /:event-source-mapping:([^:]+)$/;

function tagged(ctx: Ctx, arn: string): Tagged {
  const uuid = MAPPING.exec(arn)?.[1];
  if (uuid !== undefined) return taggedMapping(ctx, arn, uuid);
  if (arn.includes(':code-signing-config:')) return taggedSigning(ctx, arn);
  if (arn.includes(':capacity-provider:')) return taggedCapacity(ctx, arn);
  if (!arn.includes(':function:'))
    throw notEmulated('Resource', 'tags belong to functions, event source mappings, code signing configurations and capacity providers.');
  return taggedFunction(ctx, arn);
}

function taggedMapping(ctx: Ctx, arn: string, uuid: string): Tagged {
  const records = ctx.records(mappings);
  const mapping = records.get([uuid]);
  if (!mapping || arn !== mappingArn(ctx, uuid)) throw notFound('The resource you requested does not exist.');
  return { tags: mapping.tags, write: (tags) => ctx.write((tx) => tx.put(records, [uuid], { ...mapping, tags })) };
}

function taggedSigning(ctx: Ctx, arn: string): Tagged {
  const records = ctx.records(signingConfigs);
  const config = records.get([signingIdIn(arn)]);
  if (!config || arn !== signingArn(ctx, config.id)) throw notFound('The resource you requested does not exist.');
  return { tags: config.tags, write: (tags) => ctx.write((tx) => tx.put(records, [config.id], { ...config, tags })) };
}

function taggedCapacity(ctx: Ctx, arn: string): Tagged {
  const provider = existingCapacity(ctx, arn);
  const write = (tags: Tags) => ctx.write((tx) => tx.put(ctx.records(capacityProviders), [provider.name], { ...provider, tags }));
  return { tags: provider.tags, write };
}

function taggedFunction(ctx: Ctx, arn: string): Tagged {
  const { name, qualifier } = named(ctx, { FunctionName: arn });
  if (qualifier !== undefined)
    throw invalidParameter('Tags on function aliases and versions are not supported. Please specify a function ARN.');
  const fn = findFunction(ctx, name);
  return { tags: fn.tags, write: (tags) => ctx.write((tx) => tx.put(ctx.records(functions), [name], { ...fn, tags })) };
}

export const TagResource = operation('TagResource', ({ Resource, Tags }, ctx) => {
  const { tags, write } = tagged(ctx, Resource);
  checkTags(tags, Tags);
  write({ ...tags, ...Tags });
});

export const UntagResource = operation('UntagResource', ({ Resource, TagKeys }, ctx) => {
  const { tags, write } = tagged(ctx, Resource);
  const gone = new Set(TagKeys);
  write(Object.fromEntries(Object.entries(tags).filter(([key]) => !gone.has(key))));
});

export const ListTags = operation('ListTags', ({ Resource }, ctx) => ({ Tags: tagged(ctx, Resource).tags }));
