// The eighteen intrinsic functions. Sources: the language's specification and the cloud's documentation; recorded where a line says so.
import { createHash } from 'node:crypto';
import { table } from '#lib/table';
import { type Chance, seededRandom } from '#services/states/language/chance';
import { IntrinsicError } from '#services/states/language/faults';
import { isList, isObject, isSame, type Json, sortedText } from '#services/states/language/json';
import { NestingError, readJson } from '#services/states/language/read-json';

export type IntrinsicFunction = (values: readonly Json[], chance: Chance) => Json;

/** Limit: characters that the intrinsic functions of encodings and hashes take. */
const MAX_ENCODED = 10_000;
/** Limit: numbers that States.ArrayRange makes. */
const MAX_RANGE = 1000;
const ALGORITHMS: Readonly<Record<string, string>> = table({
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
});

const refuse = (problem: string): never => {
  throw new IntrinsicError(problem);
};
const listIn = (value: Json | undefined): readonly Json[] => (isList(value) ? value : refuse('the argument must be an array'));
const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : refuse('the argument must be a string'));
const objectIn = (value: Json | undefined) => (isObject(value) ? value : refuse('the argument must be an object'));
/** Decimals are rounded. */
const wholeIn = (value: Json | undefined): number =>
  typeof value === 'number' ? Math.round(value) : refuse('the argument must be a number');

export const isAlgorithm = (name: string): boolean => Object.hasOwn(ALGORITHMS, name);

/** @throws IntrinsicError */
export function hashOf(data: Json, algorithm: string): string {
  const name = isAlgorithm(algorithm) ? ALGORITHMS[algorithm]! : refuse(`the hash algorithm ${algorithm} is unknown`);
  return createHash(name)
    .update(typeof data === 'string' ? data : JSON.stringify(data))
    .digest('hex');
}

/** The numbers from the first to the last, both inclusive. @throws IntrinsicError */
function rangeOf(first: number, last: number, step: number): number[] {
  if (step === 0) refuse('the step of a range must not be 0');
  const count = Math.floor((last - first) / step) + 1;
  if (!(count <= MAX_RANGE)) refuse(`a range has at most ${MAX_RANGE} numbers`);
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * step);
}

/** Lists of `size` elements each; the last one may be shorter. @throws IntrinsicError */
export function partitionOf(list: readonly Json[], size: number): Json[] {
  if (!(size >= 1)) refuse('the size of a partition must be positive');
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

function encodable(value: Json | undefined): string {
  const text = textIn(value);
  return text.length > MAX_ENCODED ? refuse(`the text has more than ${MAX_ENCODED} characters`) : text;
}

function fromJson(text: string): Json {
  if (text.trim() === '') return null;
  try {
    return readJson(text);
  } catch (error) {
    return refuse(error instanceof NestingError ? error.message : 'the text is not JSON');
  }
}

/** Each of the characters splits; empty parts vanish. */
function split(text: string, separators: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (!separators.includes(character)) part += character;
    else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  return part === '' ? parts : [...parts, part];
}

function unique(list: readonly Json[]): Json[] {
  const seen = new Set<string>();
  return list.filter((value) => {
    const { size } = seen;
    return seen.add(sortedText(value)).size > size;
  });
}

function random(from: number, before: number, drawn: number): number {
  if (from >= before) refuse('the end of the random range must be above its start');
  return from + Math.floor(drawn * (before - from));
}

function elementAt(list: readonly Json[], index: number): Json {
  return index >= 0 && index < list.length ? list[index]! : refuse(`the index ${index} is outside of the array`);
}

interface FunctionEntry {
  /** How many arguments it takes: fewest and most. */
  readonly arity: readonly [number, number];
  readonly run: IntrinsicFunction;
}

/** `Format` is not among them: it reads the escapes of its first argument. */
export const INTRINSIC_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = table({
  StringToJson: { arity: [1, 1], run: ([text]) => fromJson(textIn(text)) },
  JsonToString: { arity: [1, 1], run: ([value]) => JSON.stringify(value) },
  Array: { arity: [0, Number.POSITIVE_INFINITY], run: (values) => values },
  ArrayPartition: { arity: [2, 2], run: ([list, size]) => partitionOf(listIn(list), wholeIn(size)) },
  ArrayContains: { arity: [2, 2], run: ([list, value]) => listIn(list).some((element) => isSame(element, value)) },
  ArrayRange: { arity: [3, 3], run: ([first, last, step]) => rangeOf(wholeIn(first), wholeIn(last), wholeIn(step)) },
  ArrayGetItem: { arity: [2, 2], run: ([list, index]) => elementAt(listIn(list), wholeIn(index)) },
  ArrayLength: { arity: [1, 1], run: ([list]) => listIn(list).length },
  ArrayUnique: { arity: [1, 1], run: ([list]) => unique(listIn(list)) },
  Base64Encode: { arity: [1, 1], run: ([text]) => Buffer.from(encodable(text)).toString('base64') },
  Base64Decode: { arity: [1, 1], run: ([text]) => Buffer.from(encodable(text), 'base64').toString() },
  Hash: { arity: [2, 2], run: ([data, algorithm]) => hashOf(data!, textIn(algorithm)) },
  JsonMerge: {
    arity: [3, 3],
    run: ([first, second, deep]) =>
      deep === false ? { ...objectIn(first), ...objectIn(second) } : refuse('only shallow merging is supported'),
  },
  MathRandom: {
    arity: [2, 3],
    run: ([from, before, seed], chance) =>
      random(wholeIn(from), wholeIn(before), seed === undefined ? chance.random() : seededRandom(wholeIn(seed))),
  },
  MathAdd: { arity: [2, 2], run: ([a, b]) => wholeIn(a) + wholeIn(b) },
  StringSplit: { arity: [2, 2], run: ([text, separators]) => split(textIn(text), textIn(separators)) },
  UUID: { arity: [0, 0], run: (_, chance) => chance.uuid() },
});
