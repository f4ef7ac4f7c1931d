// Evaluates calls of intrinsic functions.
import type { Chance } from '#services/states/language/chance';
import { IntrinsicError, NothingAtPath } from '#services/states/language/faults';
import { isList, isObject, type Json } from '#services/states/language/json';
import { type PathRoots, readPath, sizeOf } from '#services/states/language/paths/read-path';
import { INTRINSIC_FUNCTIONS } from './functions.ts';
import { type IntrinsicCall, type IntrinsicNode, unescapeText } from './parse-intrinsic.ts';

export const isIntrinsicName = (name: string): boolean => name === 'Format' || Object.hasOwn(INTRINSIC_FUNCTIONS, name);

/** @throws IntrinsicError, NothingAtPath */
export function evaluateIntrinsic(call: IntrinsicCall, roots: PathRoots, chance: Chance): Json {
  if (call.name === 'Format') return format(call.arguments, roots, chance);
  const entry = Object.hasOwn(INTRINSIC_FUNCTIONS, call.name) ? INTRINSIC_FUNCTIONS[call.name] : undefined;
  if (!entry) throw new IntrinsicError(`The Intrinsic Function States.${call.name} is not supported.`);
  const [fewest, most] = entry.arity;
  const count = call.arguments.length;
  if (count < fewest || count > most)
    throw new IntrinsicError(`Invalid arguments in States.${call.name}: it does not take ${count} arguments`);
  try {
    const values = call.arguments.map((node) => nodeValue(node, roots, chance));
    if (!AT_ONCE.has(call.name)) for (const value of values) roots.effort.handle(charactersOf(value));
    return entry.run(values, chance);
  } catch (error) {
    if (error instanceof IntrinsicError && !error.message.startsWith('Invalid arguments')) {
      throw new IntrinsicError(`Invalid arguments in States.${call.name}: ${error.message}`);
    }
    throw error;
  }
}

/** Functions that read no more of their arguments than one element, or how many there are. */
const AT_ONCE: ReadonlySet<string> = new Set(['Array', 'ArrayGetItem', 'ArrayLength']);

/** Characters that take as long as one member of an object. */
const CHARACTERS_PER_MEMBER = 20;

/** About the characters of the value's text, and what its members take besides. */
function charactersOf(value: Json): number {
  if (isList(value)) return value.reduce<number>((sum, element) => sum + charactersOf(element), value.length);
  if (!isObject(value)) return sizeOf(value);
  return Object.entries(value).reduce((sum, [name, member]) => sum + CHARACTERS_PER_MEMBER + name.length + charactersOf(member), 1);
}

function nodeValue(node: IntrinsicNode, roots: PathRoots, chance: Chance): Json {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'text':
      return unescapeText(node.source);
    case 'call':
      return evaluateIntrinsic(node, roots, chance);
    case 'path': {
      const value = readPath(node.path, roots);
      if (value === undefined) throw new NothingAtPath(node.path.text);
      return value;
    }
  }
}

const PLACE = /\\([{}\\'])|\{\}/g;

function format([template, ...others]: readonly IntrinsicNode[], roots: PathRoots, chance: Chance): string {
  const source = template?.kind === 'text' ? template.source : template && nodeValue(template, roots, chance);
  if (typeof source !== 'string') throw new IntrinsicError('Invalid arguments in States.Format: the template must be a string');
  const values = others.map((node) => nodeValue(node, roots, chance));
  let used = 0;
  for (const value of values) roots.effort.handle(charactersOf(value));
  roots.effort.handle(source.length);
  const text = source.replace(PLACE, (_, escaped?: string) => escaped ?? printed(values[used++]));
  if (used !== values.length)
    throw new IntrinsicError(`Invalid arguments in States.Format: the template has ${used} places for ${values.length} values`);
  return text;
}

/** Objects and lists print as maps and lists of Java do: `{id=1, tags=[a, b]}` (recorded). */
function printed(value: Json | undefined): string {
  if (isList(value)) return `[${value.map(printed).join(', ')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, member]) => `${name}=${printed(member)}`)
      .join(', ')}}`;
  return String(value);
}
