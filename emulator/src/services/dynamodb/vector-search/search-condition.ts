// SearchConditionExpression: equality with attributes of the search schema, joined by AND.
import { typeOf, type Value } from '#services/dynamodb/engine/value';
import type { BoundExpression } from '#services/dynamodb/expressions/compiled';
import type { AttributePath } from '#services/dynamodb/expressions/path';
import type { Node } from '#services/dynamodb/expressions/syntax';
import { invalid } from '#services/dynamodb/faults';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';

const badCondition = (words: string) => invalid(`Invalid SearchConditionExpression: ${words}`);

export interface SearchCondition {
  readonly path: AttributePath;
  readonly value: Value;
}

/** @throws Fault ValidationException for anything but `attribute = :value`, joined by AND */
export function searchConditions({ parsed, binding }: BoundExpression): readonly SearchCondition[] {
  const found: SearchCondition[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'and') {
      for (const part of node.parts) visit(part);
      return;
    }
    const parts = node.kind === 'compare' && node.operator === '=' ? node.parts : [];
    const path = parts.find(({ kind }) => kind === 'path');
    const value = parts.find(({ kind }) => kind === 'value');
    if (path?.kind !== 'path' || value?.kind !== 'value') throw badCondition('Invalid comparator used in SearchConditionExpression');
    found.push({ path: binding.paths[path.index]!, value: binding.values[value.index]! });
  };
  visit(parsed.root!);
  return found;
}

export interface SearchScope {
  /** The value of the HASH attribute, where the index has one. */
  readonly hash: Value | undefined;
  readonly filters: ReadonlyMap<string, Value>;
}

/** Fits conditions to an index. @throws Fault ValidationException */
export function scopeOf({ hash, filters }: VectorSchema, conditions: readonly SearchCondition[]): SearchScope {
  const known = new Map([...(hash ? [hash] : []), ...filters].map(({ name, type }) => [name, type]));
  const names = conditions.map(({ path }) => String(path[0]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw invalid(`SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: ${unknown}`);
  if (conditions.some(({ path }) => path.length > 1))
    throw badCondition('SearchConditionExpression cannot have conditions on nested attributes');
  if (new Set(names).size < names.length) throw badCondition('SearchConditionExpression must only contain one condition per attribute');
  const values = new Map(conditions.map(({ path, value }) => [String(path[0]), value]));
  const scope = hash && values.get(hash.name);
  if (hash && !scope) throw invalid('SearchConditionExpression must be provided when SearchSchema has a HASH key');
  for (const [name, value] of values) {
    const type = known.get(name)!;
    if (value[type] === undefined)
      throw invalid(
        `Type of '${name}' attribute in SearchConditionExpression (${typeOf(value)}) does not match type in search schema (${type})`,
      );
  }
  if (hash && scope?.[hash.type] === '')
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${hash.type === 'B' ? 'binary' : 'string'} value. Key: ${hash.name}`,
    );
  if (hash) values.delete(hash.name);
  return { hash: scope, filters: values };
}
