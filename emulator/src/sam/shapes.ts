// Shapes of nested properties, for the resource types whose properties the transform checks to the bottom.
import { type Block, has, isBlock, type Value } from './values.ts';

type Plain = 'string' | 'boolean' | 'integer' | 'number' | 'dictionary' | 'any';
export type Shape =
  | Plain
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: Shape }
  | { readonly mapOf: Shape }
  | { readonly either: readonly Shape[] }
  /** Members; `!` at the end of a name: required. With `open`, other members are let through. */
  | { readonly members: Readonly<Record<string, Shape>>; readonly open?: boolean };

interface Mismatch {
  readonly path: string;
  readonly message: string;
  /** The type that was expected there. */
  readonly type?: string;
}

/** One sentence per member that does not fit. */
export function checkShape(value: Block, shape: Shape): string[] {
  const byPath = new Map<string, Mismatch[]>();
  for (const each of mismatches(value, shape, '')) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  return [...byPath].map(([path, [first, ...more]]) => {
    const types = [...new Set([first!, ...more].flatMap(({ type }) => type ?? []))];
    return types.length > 1 ? `Property '${path}' value must be ${types.join(' or ')}.` : `Property '${path}' ${first!.message}.`;
  });
}

/** The path of the first member that does not fit. */
export const firstMismatch = (value: Block, shape: Shape): string | undefined => mismatches(value, shape, '')[0]?.path;

const WRONG: Readonly<Record<Plain, string>> = {
  string: 'str type expected',
  boolean: 'value could not be parsed to a boolean',
  integer: 'value is not a valid integer',
  number: 'value is not a valid float',
  dictionary: 'value is not a valid dict',
  any: '',
};

/** Types that messages name where several are possible. */
const NAMED = new Set<Plain>(['dictionary', 'integer', 'number']);

function mismatches(value: Value, shape: Shape, path: string): Mismatch[] {
  const at = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
  if (typeof shape === 'string') {
    if (fits(value, shape)) return [];
    return [{ path, message: WRONG[shape], ...(NAMED.has(shape) ? { type: shape } : {}) }];
  }
  if ('oneOf' in shape) return shape.oneOf.includes(String(value)) ? [] : [{ path, message: 'unexpected value' }];
  if ('either' in shape) {
    const tries = shape.either.map((each) => mismatches(value, each, path));
    return tries.some((each) => each.length === 0) ? [] : tries.flat();
  }
  if ('listOf' in shape) {
    if (!Array.isArray(value)) return [{ path, message: 'value is not a valid list', type: 'list' }];
    return value.flatMap((item, index) => mismatches(item, shape.listOf, at(index)));
  }
  if (!isBlock(value)) return [{ path, message: WRONG.dictionary, type: 'dictionary' }];
  if ('mapOf' in shape) return Object.entries(value).flatMap(([name, item]) => mismatches(item, shape.mapOf, at(name)));
  const known = Object.entries(shape.members).map(([name, inner]) => [name.replace('!', ''), name.endsWith('!'), inner] as const);
  const names = new Set(known.map(([name]) => name));
  return [
    ...known.flatMap(([name, required, inner]) =>
      has(value, name) && value[name] !== null
        ? mismatches(value[name]!, inner, at(name))
        : required
          ? [{ path: at(name), message: 'is required' }]
          : [],
    ),
    ...(shape.open ? [] : Object.keys(value).filter((name) => !names.has(name))).map((name) => ({
      path: at(name),
      message: 'is an invalid property',
    })),
  ];
}

function fits(value: Value, shape: Plain): boolean {
  if (shape === 'any') return true;
  if (shape === 'dictionary') return isBlock(value);
  if (shape === 'string') return ['string', 'number', 'boolean'].includes(typeof value);
  if (shape === 'boolean') return typeof value === 'boolean' || /^(true|false|yes|no|on|off|y|n|t|f|0|1)$/i.test(String(value));
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return (
    typeof number === 'boolean' || (typeof number === 'number' && (shape === 'number' ? !Number.isNaN(number) : Number.isInteger(number)))
  );
}
