// The sources of a merged API, as they were when they were merged, and the one schema that is made of them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parsed } from '#services/appsync/schema/read-schema';
import { type Api, type MergedSource, type SourceAssociation, sourceAssociations } from '#services/appsync/state';
import { type MergedSchemas, mergeSchemas } from './merge-schemas.ts';
import { type SourceSchema, sourceSchema } from './source-schema.ts';

/** In the order in which they were associated. */
export const associationsOf = (mergedApiId: string, ctx: Ctx): Frozen<SourceAssociation>[] =>
  [...ctx.records(sourceAssociations).range([mergedApiId])].sort((one, other) => one.order - other.order);

/** A source as it goes into the merged API. */
export interface SourceInMerge {
  readonly id: string;
  readonly source: Frozen<MergedSource>;
  readonly schema: SourceSchema;
}

/** `sources`: by the ids of their associations. @throws Conflict */
export function mergeOf(
  api: Frozen<Api>,
  sources: readonly (readonly [id: string, Frozen<MergedSource>])[],
): MergedSchemas & { readonly sources: readonly SourceInMerge[] } {
  const { authenticationType: first } = api.settings;
  const read = sources.map(([id, source]) => {
    const document = parsed(source.definition)!;
    return { id, source, schema: sourceSchema(document, source.authenticationType === first ? undefined : source.authenticationType) };
  });
  const merged = mergeSchemas(
    read.map(({ id, source, schema }) => ({ id, schema, resolved: new Set(source.resolvers.flatMap((each) => placeText(schema, each))) })),
  );
  return { ...merged, sources: read };
}

const placeText = (schema: SourceSchema, { typeName, fieldName }: { readonly typeName: string; readonly fieldName: string }): string[] => {
  const place = schema.placeOf(typeName, fieldName);
  return place ? [`${place.typeName}.${place.fieldName}`] : [];
};
