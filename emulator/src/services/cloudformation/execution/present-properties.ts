// The properties that a resource has now. After an update that failed half-way they are neither the earlier properties nor the properties that it tried: the resource
// itself tells.
import type { Frozen } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { isScalar, type Json, type JsonObject, sameValue } from '#resources/json';
import { withoutReservedTags } from '#resources/reserved-tags';
import { resourceData } from '#resources/resource-data';
import { driftOf } from '#services/cloudformation/engine/drift';
import { kept, type ResourceRecord } from '#services/cloudformation/state';
import { lookUpReferences } from './lookup.ts';

/** Properties as a template gave them, the same with references looked up, and what the resource told for them. */
interface PropertyReading {
  readonly given: JsonObject;
  readonly found: JsonObject;
  readonly actual: JsonObject;
}

/** In the form in which templates gave them, as far as they have given them. */
export async function presentProperties(record: Frozen<ResourceRecord>, handler: ResourceType, ctx: ResourceContext): Promise<JsonObject> {
  const tried = record.properties as JsonObject;
  if (!record.attempt) return tried;
  const from = record.attempt.from as JsonObject;
  if (record.attempt.changedNothing) return from;
  const was = ctx.records(kept).get([ctx.stack.id, record.logicalId])?.properties as JsonObject | undefined;
  const told: PropertyReading[] = [];
  // The properties that were tried come first: a resource that tells only of what is asked for may hold those before, too.
  for (const given of [tried, from, ...(was ? [was] : [])]) {
    const found = await lookUpReferences(given, ctx).catch(() => given);
    const actual = await handler.read?.(record.physicalId, found as Properties, ctx);
    if (!actual) return tried;
    told.push({ given, found, actual: withoutReservedTags(resourceData(ctx).of(record.type), actual as JsonObject) });
  }
  const names = [...new Set(told.flatMap(({ given }) => Object.keys(given)))];
  const present = names.map((name) => [name, presentValue(name, tried, told)] as const);
  return Object.fromEntries(present.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Counts as tried where the resource cannot tell. */
function presentValue(name: string, tried: JsonObject, all: readonly PropertyReading[]): Json | undefined {
  if (all.every(({ given }) => sameValue(given[name], tried[name]))) return tried[name];
  const told = all.filter(({ actual }) => actual[name] !== undefined);
  if (told.length === 0) return tried[name];
  const same = told.find(({ found, actual }) => agree(name, found, actual));
  if (same) return same.given[name];
  const value = told[0]!.actual[name]!;
  // A single value that nobody gave is the default; in a list or a block it may be a part of what was tried.
  const byDefault = isScalar(value) && told.some(({ given }) => given[name] === undefined);
  return value === null || byDefault ? undefined : value;
}

const agree = (name: string, { [name]: value }: JsonObject, actual: JsonObject): boolean =>
  value === undefined ? actual[name] === null : driftOf({ [name]: value }, actual).length === 0;
