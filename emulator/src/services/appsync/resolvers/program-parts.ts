// The parts of which the program of an API is made: its own, or those of the source APIs of a merged one.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { associationsOf, mergeOf } from '#services/appsync/merged/merged-sources';
import {
  type Api,
  type DataSource,
  dataSources,
  functions,
  type PipelineFunction,
  type ResolverSettings,
  resolvers,
} from '#services/appsync/state';

export interface ProgramParts {
  /** Types and fields are named as in the API's schema. */
  readonly resolvers: readonly Frozen<ResolverSettings>[];
  functionOf(id: string): Frozen<PipelineFunction> | undefined;
  sourceOf(name: string): Frozen<DataSource> | undefined;
}

export function partsOf(api: Frozen<Api>, ctx: Ctx): readonly ProgramParts[] {
  if (api.settings.apiType === 'MERGED') return mergedParts(api, ctx);
  const own: ProgramParts = {
    resolvers: [...ctx.records(resolvers).range([api.id])],
    functionOf: (id) => ctx.records(functions).get([api.id, id]),
    sourceOf: (name) => ctx.records(dataSources).get([api.id, name]),
  };
  return [own];
}

function mergedParts(api: Frozen<Api>, ctx: Ctx): ProgramParts[] {
  const merged = associationsOf(api.id, ctx).flatMap(({ id, merged: source }) => (source ? [[id, source] as const] : []));
  const { owners, sources } = mergeOf(api, merged);
  return sources.map(({ id, source, schema }) => ({
    resolvers: source.resolvers.flatMap((resolver) => {
      const place = schema.placeOf(resolver.typeName, resolver.fieldName);
      return place && owners.get(`${place.typeName}.${place.fieldName}`) === id ? [{ ...resolver, ...place }] : [];
    }),
    functionOf: (functionId) => source.functions.find((each) => each.functionId === functionId),
    sourceOf: (name) => source.dataSources.find((each) => each.name === name),
  }));
}
