// Objects of a definition: the fields that they may have, by query language, the fields that they must have, and fields that exclude each other.
import { isObject, type JsonObject } from '#services/states/language/json';
import type { DefinitionCheck, FieldKind, Fields } from './field-check.ts';
import { object } from './field-kinds.ts';

export interface Shape {
  /** Fields in both query languages. */
  readonly fields: Fields;
  readonly path?: Fields | undefined;
  readonly jsonata?: Fields | undefined;
  readonly required?: readonly string[] | undefined;
  /** Lists of fields of which there is one at the most. */
  readonly exclusive?: readonly (readonly string[])[] | undefined;
  /** Lists of fields of which there is exactly one. */
  readonly one?: readonly (readonly string[])[] | undefined;
}

/** Findings about the object itself come before those about its fields (recorded). `location` is '' for the machine. */
export function checkShape(value: JsonObject, shape: Shape, location: string, check: DefinitionCheck): void {
  const { findings } = check;
  const place = location === '' ? '/' : location;
  requireFields(value, shape.required ?? [], place, check);
  refuseFields(value, shape, place, check);
  const has = (name: string): boolean => Object.hasOwn(value, name);
  for (const names of [...(shape.exclusive ?? []), ...(shape.one ?? [])])
    if (names.filter(has).length > 1) findings.add(place, `There should only be one of the following fields: [${names.join(', ')}]`);
  for (const names of shape.one ?? [])
    if (!names.some(has)) findings.add(place, `This object should have only one of the following fields: [${names.join(', ')}]`);
  const { own } = fieldsOf(shape, check);
  for (const [name, member] of Object.entries(value)) own(name)?.(member, `${location}/${name}`, check);
}

export function requireFields(value: JsonObject, names: readonly string[], location: string, { findings }: DefinitionCheck): void {
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) findings.add(location, `These fields are required: [${missing.join(', ')}]`);
}

function refuseFields(value: JsonObject, shape: Shape, location: string, check: DefinitionCheck): void {
  const { findings, isJsonata, isEitherLanguage } = check;
  const { own, other } = fieldsOf(shape, check);
  const names = Object.keys(value).filter((name) => !own(name));
  for (const name of names) if (!other(name)) findings.add(location, `Field '${name}' is not supported`);
  if (isEitherLanguage) return;
  const [set, needed] = isJsonata ? ['JSONata', 'JSONPath'] : ['JSONPath', 'JSONata'];
  for (const name of names.filter(other))
    findings.add(location, `The QueryLanguage is set to '${set}', but field '${name}' is only supported for the '${needed}' QueryLanguage`);
}

type FieldsByName = (name: string) => FieldKind | undefined;

function fieldsOf({ fields, path = {}, jsonata = {} }: Shape, { isJsonata }: DefinitionCheck): { own: FieldsByName; other: FieldsByName } {
  const kindIn = (some: Fields, name: string): FieldKind | undefined => (Object.hasOwn(some, name) ? some[name] : undefined);
  return {
    own: (name) => kindIn(fields, name) ?? kindIn(isJsonata ? jsonata : path, name),
    other: (name) => kindIn(isJsonata ? path : jsonata, name),
  };
}

/** A field that holds an object of that shape. */
export const shaped =
  (shape: Shape): FieldKind =>
  (value, location, check) => {
    if (isObject(value)) checkShape(value, shape, location, check);
    else object(value, location, check);
  };
