// Merges a source API into its merged API. A merge that fails leaves the merged API as it was.
import { print } from 'graphql';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { schemaOf } from '#services/appsync/schema/built-schema';
import { MAX_SCHEMA_BYTES } from '#services/appsync/schema/read-schema';
import {
  type Api,
  apis,
  dataSources,
  functions,
  type MergedSource,
  resolvers,
  type SourceAssociation,
  schemas,
  sourceAssociations,
} from '#services/appsync/state';
import { Conflict } from './merge-schemas.ts';
import { associationsOf, mergeOf } from './merged-sources.ts';

/** The source as it is now; undefined for one without a schema. */
function sourceNow(apiId: string, ctx: Ctx): MergedSource | undefined {
  const api = ctx.records(apis).get([apiId]);
  const definition = ctx.records(schemas).get([apiId])?.definition ?? '';
  if (!api || definition === '') return undefined;
  return {
    definition,
    authenticationType: api.settings.authenticationType,
    environment: api.environment,
    resolvers: [...ctx.records(resolvers).range([apiId])] as MergedSource['resolvers'],
    functions: [...ctx.records(functions).range([apiId])] as MergedSource['functions'],
    dataSources: [...ctx.records(dataSources).range([apiId])] as MergedSource['dataSources'],
  };
}

type Sources = readonly (readonly [string, Frozen<MergedSource>])[];

/** @throws Conflict */
function checkSources(api: Frozen<Api>, sources: Sources): void {
  const modes = new Set([
    api.settings.authenticationType,
    ...(api.settings.additionalAuthenticationProviders ?? []).map(({ authenticationType }) => authenticationType),
  ]);
  const characters = sources.reduce((sum, [, { definition }]) => sum + definition.length, 0);
  if (characters > MAX_SCHEMA_BYTES)
    throw new Conflict(`The schemas of the source APIs have more than ${MAX_SCHEMA_BYTES} bytes together.`);
  const names = new Set<string>();
  for (const [, { authenticationType, environment }] of sources) {
    if (!modes.has(authenticationType))
      throw new Conflict(`The merged API has no authorization mode ${authenticationType}, which is the primary one of the source API.`);
    for (const name of Object.keys(environment)) {
      if (names.has(name)) throw new Conflict(`The environment variable ${name} is defined by more than one source API.`);
      names.add(name);
    }
  }
}

/** Makes the merged API of these sources. @throws Conflict, and nothing has changed */
function putMerged(tx: Tx, api: Frozen<Api>, sources: Sources, ctx: Ctx): void {
  checkSources(api, sources);
  const { document } = mergeOf(api, sources);
  const definition = print(document);
  const read = sources.length === 0 ? undefined : schemaOf(api.id, definition, ctx);
  if (read && 'failed' in read) throw new Conflict(read.failed);
  tx.put(ctx.records(schemas), [api.id], { definition, upload: { status: 'SUCCESS', details: '' } });
  const environment = Object.assign({}, ...sources.map(([, source]) => source.environment)) as Record<string, string>;
  tx.put(ctx.records(apis), [api.id], { ...api, environment, revision: ctx.id() });
}

const mergedOnes = (associations: readonly Frozen<SourceAssociation>[]): Sources =>
  associations.flatMap(({ id, merged }) => (merged ? [[id, merged] as const] : []));

/** Merges the source of an association as it is now. */
export function merge(tx: Tx, association: Frozen<SourceAssociation>, ctx: Ctx): void {
  const { mergedApiId, id, sourceApiId } = association;
  const api = ctx.records(apis).get([mergedApiId])!;
  const source = sourceNow(sourceApiId, ctx);
  const others = associationsOf(mergedApiId, ctx);
  const put = (outcome: Partial<SourceAssociation>) =>
    tx.put(ctx.records(sourceAssociations), [mergedApiId, id], { ...(association as SourceAssociation), ...outcome });
  try {
    if (!source) throw new Conflict('The source API has no schema.');
    const sources = others.flatMap((other) => (other.id === id ? [[id, source] as const] : mergedOnes([other])));
    putMerged(tx, api, sources, ctx);
    put({ status: 'MERGE_SUCCESS', detail: undefined, merged: source, mergedMs: ctx.now() });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    put({ status: 'MERGE_FAILED', detail: error.message });
  }
}

/** Makes a merged API anew of what was merged before: a source has gone, or its own settings have changed. */
export function mergeAgain(tx: Tx, mergedApiId: string, ctx: Ctx): void {
  const api = ctx.records(apis).get([mergedApiId]);
  if (!api) return;
  try {
    putMerged(tx, api, mergedOnes(associationsOf(mergedApiId, ctx)), ctx);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    ctx.log.debug(() => `The merged API ${api.name} stays as it is: ${error.message}`);
  }
}
