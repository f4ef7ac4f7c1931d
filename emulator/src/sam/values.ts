// Plain values of a template that is being transformed, and small facts about intrinsic functions.
import { isObject } from '#lib/json-object';

export type Value = null | boolean | number | string | Value[] | Block;
export interface Block {
  [name: string]: Value;
}
/** A value under construction; undefined members are left out of the result. */
export type Draft = Record<string, Value | undefined>;

export const isBlock = isObject<Block>;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** An object's own member. Undefined if there is none, if it is null, or if the value is no object. */
export function get(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  let current: Value | undefined = value;
  for (const name of path) current = isBlock(current) && Object.hasOwn(current, name) ? (current[name] ?? undefined) : undefined;
  return current;
}
export const has = (value: Value | undefined, name: string): boolean => isBlock(value) && Object.hasOwn(value, name);

/** Empty values count as absent: the transform treats `''`, `0`, `[]` and `{}` like a missing property. */
export const filled = (value: Value | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : isBlock(value) ? Object.keys(value).length > 0 : Boolean(value);

export const copy = <V extends Value | undefined>(value: V): V => structuredClone(value);

/** The draft without undefined members. */
export const compact = (draft: Draft): Block =>
  Object.fromEntries(Object.entries(draft).filter((entry): entry is [string, Value] => entry[1] !== undefined && entry[1] !== null));

export const ref = (id: Value): Block => ({ Ref: id });
export const getAtt = (id: string, attribute: string): Block => ({ 'Fn::GetAtt': [id, attribute] });
export const sub = (text: string, variables?: Block): Block => ({ 'Fn::Sub': variables ? [text, variables] : text });
export const NO_VALUE = 'AWS::NoValue';
export const conditional = (condition: Value, then: Value, otherwise: Value = ref(NO_VALUE)): Block => ({
  'Fn::If': [condition, then, otherwise],
});
export const not = (condition: Value): Block => ({ 'Fn::Not': [{ Condition: condition }] });
export const or = (conditions: readonly string[]): Block => ({ 'Fn::Or': conditions.map((each) => ({ Condition: each })) });

const onlyKey = (value: Value | undefined): string | undefined => {
  if (!isBlock(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 ? keys[0] : undefined;
};
export function isIntrinsic(value: Value | undefined): value is Block {
  const key = onlyKey(value);
  return key !== undefined && (key === 'Ref' || key === 'Condition' || key.startsWith('Fn::'));
}
export const isIf = (value: Value | undefined): value is Block => onlyKey(value) === 'Fn::If';
export const isNoValue = (value: Value | undefined): boolean => onlyKey(value) === 'Ref' && (value as Block).Ref === NO_VALUE;

/** The logical id that `Ref` or `Fn::GetAtt` names. */
export function referencedId(value: Value | undefined): string | undefined {
  if (!isIntrinsic(value)) return undefined;
  const named = get(value, 'Ref');
  if (isText(named)) return named;
  const attribute = get(value, 'Fn::GetAtt');
  if (Array.isArray(attribute) && attribute.length === 2 && isText(attribute[0])) return attribute[0];
  if (!isText(attribute)) return undefined;
  const parts = attribute.split('.');
  return parts.length === 2 ? parts[0] : undefined;
}

/** `${Name}` or `${Id.Attribute}` for a reference, to be used within `Fn::Sub`. */
export function shorthand(reference: Block): string {
  const attribute = reference['Fn::GetAtt'];
  return `\${${Array.isArray(attribute) ? attribute.join('.') : String(reference.Ref)}}`;
}

/** Conditions joined by `Fn::Or`, which takes ten of them: longer lists become a chain of numbered conditions. */
export function combinedConditions(conditions: readonly string[], name: string): Block {
  const MAX_OPERANDS = 10;
  const made: Block = {};
  let rest = [...conditions];
  let left = Math.floor((rest.length - 2) / (MAX_OPERANDS - 1));
  while (rest.length > 1) {
    const next = left > 0 ? `${name}${left}` : name;
    left -= 1;
    made[next] = or(rest.slice(0, MAX_OPERANDS));
    rest = [...rest.slice(MAX_OPERANDS), next];
  }
  return made;
}

export const tagList = (tags: Value | undefined): Block[] =>
  isBlock(tags) ? Object.entries(tags).map(([Key, value]) => ({ Key, Value: value ?? '' })) : [];

/** Whether two values are the same, the order of keys aside. */
export const same = (a: Value | undefined, b: Value | undefined): boolean => sortedJson(a ?? null) === sortedJson(b ?? null);

/** JSON with sorted keys and without white space. */
export const sortedJson = (value: Value): string => JSON.stringify(sortKeys(value));

export function sortKeys(value: Value): Value {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isBlock(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key]!)]),
  );
}

export const isAlphanumeric = (text: string): boolean => /^[A-Za-z0-9]+$/.test(text);
