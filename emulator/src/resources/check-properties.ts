// Checks properties against the resource data: unknown, missing, of the wrong type, not among the allowed values. Reports all, with paths.
import type { Property, PropertyType, ResourceData } from '#core/resources/resource-data';
import type { ResourceType } from '#core/resources/resource-type';
import { functionCall, isList, isObject, isScalar, type Json, type JsonObject } from './json.ts';
import type { Types } from './resource-data.ts';

interface Rules {
  readonly types: Types;
  /** Accepts functions, whose values are not known yet. */
  readonly functions: boolean;
}

/** Sentences such as `#/VisibilityTimeout: expected type: Integer, found: String`. */
export function checkProperties(types: Types, data: ResourceData, properties: JsonObject, { functions = true } = {}): string[] {
  const problems: string[] = [];
  members({ types, functions }, data.properties, properties, '#', problems);
  return problems;
}

/** One sentence for each of these properties that the type does not honour. */
export const refusals = ({ refuse = {} }: Pick<ResourceType, 'refuse'>, type: string, properties: JsonObject): string[] =>
  Object.entries(refuse).flatMap(([path, why]) =>
    holds(properties, path.split('.')) ? [`#/${path.replaceAll('.', '/')}: ${type} does not emulate it: ${why}`] : [],
  );

function holds(value: Json | undefined, [name, ...rest]: string[]): boolean {
  if (name === undefined) return value !== undefined && !asksNothing(value);
  if (isList(value)) return value.some((item) => holds(item, [name, ...rest]));
  return isObject(value) && holds(value[name], rest);
}

function asksNothing(value: Json): boolean {
  const [name, argument] = functionCall(value) ?? [];
  return isList(value) ? value.length === 0 : name === 'Ref' && argument === 'AWS::NoValue';
}

function members(rules: Rules, known: Readonly<Record<string, Property>>, given: JsonObject, path: string, problems: string[]): void {
  for (const [name, property] of Object.entries(known))
    if (property.required && given[name] === undefined) problems.push(`${path}: required key [${name}] not found`);
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(known, name) ? known[name] : undefined;
    if (property) check(rules, property.type, value, `${path}/${name}`, problems);
    else if (!rules.functions || !name.startsWith('Fn::')) problems.push(`${path}: extraneous key [${name}] is not permitted`);
  }
}

function check(rules: Rules, type: PropertyType, value: Json, path: string, problems: string[]): void {
  if (type === 'json' || (rules.functions && functionCall(value))) return;
  const wrong = (expected: string) => problems.push(`${path}: expected type: ${expected}, found: ${found(value)}`);
  if (typeof type === 'string') {
    const expected = SCALARS[type];
    if (!isScalar(value) || !expected.takes(value)) wrong(expected.name);
  } else if ('oneOf' in type) {
    if (!isScalar(value)) wrong('String');
    else if (!type.oneOf.includes(String(value)) && !String(value).includes('{{resolve:'))
      problems.push(`${path}: ${String(value)} is not a valid enum value`);
  } else if ('list' in type) {
    if (!isList(value)) wrong('JSONArray');
    else for (const [index, item] of value.entries()) check(rules, type.list, item, `${path}/${index}`, problems);
  } else if ('map' in type) {
    if (!isObject(value)) wrong('JSONObject');
    else for (const [key, item] of Object.entries(value)) check(rules, type.map, item, `${path}/${key}`, problems);
  } else if ('ref' in type) {
    if (!isObject(value)) wrong('JSONObject');
    else members(rules, rules.types.definition(type.ref), value, path, problems);
  } else union(rules, type.any, value, path, problems);
}

/** Valid when one member of the union reports no problem; otherwise the problems of the member that reports fewest. */
function union(rules: Rules, any: readonly PropertyType[], value: Json, path: string, problems: string[]): void {
  const heard = any.map((each) => {
    const said: string[] = [];
    check(rules, each, value, path, said);
    return said;
  });
  const least = heard.reduce((a, b) => (b.length < a.length ? b : a), heard[0] ?? []);
  problems.push(...least);
}

const resolvable = (value: Json): boolean => typeof value === 'string' && value.includes('{{resolve:');
const SCALARS: Readonly<Record<'string' | 'integer' | 'number' | 'boolean', { name: string; takes(value: Json): boolean }>> = {
  string: { name: 'String', takes: () => true },
  integer: { name: 'Integer', takes: (value) => resolvable(value) || /^[+-]?\d+(\.0+)?$/.test(String(value)) },
  number: {
    name: 'Number',
    takes: (value) => resolvable(value) || (typeof value !== 'boolean' && String(value).trim() !== '' && Number.isFinite(Number(value))),
  },
  boolean: { name: 'Boolean', takes: (value) => resolvable(value) || /^(true|false)$/i.test(String(value)) },
};

function found(value: Json): string {
  if (isList(value)) return 'JSONArray';
  if (isObject(value)) return 'JSONObject';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Double';
  return typeof value === 'boolean' ? 'Boolean' : 'String';
}
