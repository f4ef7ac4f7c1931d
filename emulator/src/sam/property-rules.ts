// Types of the properties of SAM resources and events, written as short texts.
//   `str`, `map`, `bool`, `int`, `list`, `any`; `str|map`: one of them; `[str]`: a list of them; `{str}`: a map of them; `<A,B>`: one of these texts.
//   `!` at the end: required. `=` at the start: a function such as `Ref` is no value of it.
import { table } from '#lib/table';
import { shown } from './message-text.ts';
import { invalidResource } from './problems.ts';
import { type Block, get, has, isBlock, isText, type Value } from './values.ts';

export type PropertyRules = Readonly<Record<string, string>>;

/** Properties of a resource or an event after the check of their names and types. */
export type Properties = Readonly<Record<string, Value | undefined>>;

/** @throws SamProblem for an unknown name, a missing property or a wrong type */
export function readProperties(id: string, type: string, declared: Block, rules: PropertyRules): Record<string, Value | undefined> {
  const raw = declared.Properties;
  if (has(declared, 'Properties') && !isBlock(raw)) throw invalidResource(id, 'Properties of a resource must be an object.');
  const given = isBlock(raw) ? raw : {};
  for (const name of Object.keys(given))
    if (!Object.hasOwn(rules, name)) throw invalidResource(id, `property ${name} not defined for resource of type ${type}`);
  for (const [name, rule] of Object.entries(rules)) checkProperty(id, name, rule, get(given, name));
  return Object.fromEntries(Object.keys(rules).map((name) => [name, get(given, name)]));
}

function checkProperty(id: string, name: string, rule: string, value: Value | undefined): void {
  const required = rule.endsWith('!');
  const plain = rule.startsWith('=');
  const type = rule.slice(plain ? 1 : 0, required ? -1 : undefined);
  if (type !== 'any' && !plain && isBlock(value) && Object.keys(value).length === 1) return;
  if (value === undefined) {
    if (required) throw invalidResource(id, `Missing required property '${name}'.`);
    return;
  }
  if (fits(value, type)) return;
  const expected = EXPECTED[type] ?? (type.startsWith('<') ? oneOfTexts(type) : undefined);
  throw invalidResource(id, expected ? `Property '${name}' should be a ${expected}.` : `Type of property '${name}' is invalid.`);
}

const EXPECTED: Readonly<Record<string, string | undefined>> = table({ map: 'map', str: 'string' });

const textsOf = (type: string): string[] => type.slice(1, -1).split(',');

function oneOfTexts(type: string): string {
  const all = textsOf(type).map((each) => shown([each]).slice(1, -1));
  if (all.length === 1) return `the string ${all[0]}`;
  if (all.length === 2) return `one of the strings: ${all.join(' or ')}`;
  return `one of the strings: ${all.slice(0, -1).join(', ')}, or ${all.at(-1)}`;
}

function fits(value: Value, type: string): boolean {
  return alternatives(type).some((each) => {
    const inner = each.slice(1, -1);
    if (each.startsWith('[')) return Array.isArray(value) && value.every((item) => fits(item, inner));
    if (each.startsWith('{')) return isBlock(value) && Object.values(value).every((item) => fits(item, inner));
    if (each.startsWith('<')) return isText(value) && textsOf(each).includes(value);
    return SIMPLE[each]!(value);
  });
}

const SIMPLE: Readonly<Record<string, (value: Value) => boolean>> = table({
  any: () => true,
  str: isText,
  map: isBlock,
  list: Array.isArray,
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value) || typeof value === 'boolean',
});

/** Splits at the bars outside of brackets. */
function alternatives(type: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const character of type) {
    if ('[{<'.includes(character)) depth += 1;
    if (']}>'.includes(character)) depth -= 1;
    if (character === '|' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found;
}
