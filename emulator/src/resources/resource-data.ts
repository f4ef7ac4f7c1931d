// The generated resource data, and lookups in it along a property's path.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { dataOfRecord, type RecordTypes } from '#core/resources/record-types';
import type { Property, PropertyType, ResourceData, ResourceDatabase } from '#core/resources/resource-data';
import type { Properties } from '#core/resources/resource-handlers';
import type { ResourceType } from '#core/resources/resource-type';
import { readGenerated } from '#protocol/models';
import { type Difference, differences } from './differences.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

export interface Types {
  of(resourceType: string): ResourceData | undefined;
  definition(key: string): Readonly<Record<string, Property>>;
}

export const typesOf = (database: ResourceDatabase): Types => ({
  of: (resourceType) => (Object.hasOwn(database.resources, resourceType) ? database.resources[resourceType] : undefined),
  definition: (key) => database.definitions[key] ?? {},
});

class Database implements Owned {
  readonly #full = typesOf(readGenerated('resources.json') as ResourceDatabase);
  /** Read with the first type that has no full data. */
  #short: RecordTypes | undefined;
  readonly #known = new Map<string, ResourceData>();
  readonly types: Types = {
    of: (type) => this.#full.of(type) ?? this.#record(type),
    definition: (key) => this.#full.definition(key),
  };

  #record(type: string): ResourceData | undefined {
    if (!type.includes('::') || type.startsWith('Custom::')) return undefined;
    this.#short ??= readGenerated('record-types.json') as RecordTypes;
    if (!Object.hasOwn(this.#short, type)) return undefined;
    const data = this.#known.get(type) ?? dataOfRecord(this.#short[type]!);
    this.#known.set(type, data);
    return data;
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Read once per emulator, at first use. */
export const resourceData = (ctx: Ctx): Types => ctx.own('resources.data', () => new Database()).types;

/** Whether a change at this path (`/Code/S3Key`) makes a new resource: the strongest answer on the way down. */
export function replacementAt(types: Types, data: ResourceData | undefined, path: readonly string[]): 'yes' | 'maybe' | 'no' {
  let found: 'yes' | 'maybe' | 'no' = 'no';
  let properties: Readonly<Record<string, Property>> | undefined = data?.properties;
  let type: PropertyType | undefined;
  for (const part of path) {
    const property: Property | undefined = properties && Object.hasOwn(properties, part) ? properties[part] : undefined;
    if (property?.replaces === 'yes') return 'yes';
    if (property?.replaces) found = 'maybe';
    type = property ? property.type : inside(type);
    properties = definitionOf(types, type);
  }
  return found;
}

const STRENGTH = ['yes', 'maybe', 'no'] as const;

/** As `replacementAt`; of a block that is added or removed, for all that is in it. */
export function replacementBy(types: Types, data: ResourceData | undefined, { path, before, after }: Difference): 'yes' | 'maybe' | 'no' {
  const inBlock = before === undefined ? after : after === undefined ? before : undefined;
  const answers = leaves(inBlock, path).map((each) => replacementAt(types, data, each));
  return STRENGTH.find((word) => answers.includes(word)) ?? 'no';
}

function leaves(value: Json | undefined, path: readonly string[]): (readonly string[])[] {
  const inner = isList(value) || isObject(value) ? Object.entries(value) : [];
  return inner.length === 0 ? [path] : inner.flatMap(([name, each]) => leaves(each, [...path, name]));
}

/** The changed properties that make a new resource. */
export function replacing(types: Types, handler: ResourceType, type: string, before: Properties, after: Properties): string[] {
  const data = types.of(type);
  const also = handler.replaces?.(after, before) ?? [];
  const changed = differences(before as JsonObject, after as JsonObject).filter(
    (each) => also.includes(each.path[0]!) || replacementBy(types, data, each) === 'yes',
  );
  return [...new Set(changed.map(({ path }) => path[0]!))];
}

function inside(type: PropertyType | undefined): PropertyType | undefined {
  if (typeof type !== 'object') return undefined;
  return 'list' in type ? type.list : 'map' in type ? type.map : undefined;
}

function definitionOf(types: Types, type: PropertyType | undefined): Readonly<Record<string, Property>> | undefined {
  if (typeof type !== 'object') return undefined;
  if ('ref' in type) return types.definition(type.ref);
  return 'any' in type ? type.any.map((each) => definitionOf(types, each)).find((each) => each !== undefined) : undefined;
}
