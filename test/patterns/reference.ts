// A naive matcher to compare with: reads the event into plain leaves, tries every choice, shares nothing with the engine but the compiled pattern.
import { inBlock, parseAddress } from '#lib/pattern/address';
import type { Alternative, CompiledPattern, MatchValue } from '#lib/pattern/pattern';

type Value = string | { readonly number: string } | true | false | null;
type Json = Value | readonly Json[] | { readonly members: readonly (readonly [string, Json])[] };

interface Leaf {
  readonly path: string;
  readonly value: Value;
  /** Array -> index of the element above the leaf. */
  readonly elements: ReadonlyMap<number, number>;
}

export function referenceMatches(pattern: CompiledPattern, eventJson: string): boolean {
  const leaves = leavesOf(readJson(eventJson));
  return pattern.alternatives.some((alternative) => holds(alternative, leaves));
}

function holds(alternative: Alternative, leaves: readonly Leaf[]): boolean {
  const fields = [...alternative.keys()].sort();
  const choose = (index: number, chosen: ReadonlyMap<number, number>): boolean => {
    if (index === fields.length) return true;
    const values = alternative.get(fields[index]!)!;
    const here = leaves.filter(
      ({ path, elements }) => path === fields[index] && [...elements].every(([a, i]) => (chosen.get(a) ?? i) === i),
    );
    if (here.length === 0 && values.some(({ kind }) => kind === 'absent') && choose(index + 1, chosen)) return true;
    return here.some(
      ({ value, elements }) => values.some((one) => accepts(one, value)) && choose(index + 1, new Map([...chosen, ...elements])),
    );
  };
  return choose(0, new Map());
}

function accepts(wanted: MatchValue, value: Value): boolean {
  const number = typeof value === 'object' && value !== null ? value.number : undefined;
  switch (wanted.kind) {
    case 'exists':
      return true;
    case 'absent':
      return false;
    case 'anything-but':
      return !wanted.values.some((one) => accepts(one, value));
    case 'literal':
      return number === undefined && typeof value !== 'string' && String(value) === wanted.text;
    case 'number':
      return number !== undefined && comparable(number) && Number(number) === wanted.value;
    case 'number-text':
      return number === wanted.text;
    case 'range': {
      if (number === undefined || !comparable(number)) return false;
      const n = Number(number);
      return (wanted.lowOpen ? n > wanted.low : n >= wanted.low) && (wanted.highOpen ? n < wanted.high : n <= wanted.high);
    }
    default:
      return typeof value === 'string' && acceptsText(wanted, value);
  }
}

type TextValue = Exclude<MatchValue, { kind: 'exists' | 'absent' | 'anything-but' | 'literal' | 'number' | 'number-text' | 'range' }>;

function acceptsText(wanted: TextValue, text: string): boolean {
  switch (wanted.kind) {
    case 'equal':
      return text === wanted.text;
    case 'prefix':
      return text.startsWith(wanted.text);
    case 'suffix':
      return text.endsWith(wanted.text);
    case 'equals-ignore-case':
      return new RegExp(`^${folded(wanted.text)}$`, 's').test(text);
    case 'prefix-ignore-case':
      return new RegExp(`^${folded(wanted.text)}`, 's').test(text);
    case 'suffix-ignore-case':
      return new RegExp(`${folded(wanted.text)}$`, 's').test(text);
    case 'wildcard':
      return new RegExp(
        `^${wanted.text.replace(/\\(.)|(\*)|([\s\S])/g, (_, escaped, star, plain) => (star ? '[\\s\\S]*' : quoted(escaped ?? plain)))}$`,
      ).test(text);
    case 'address': {
      const address = parseAddress(text);
      return address !== undefined && inBlock(address, wanted.address, wanted.bits);
    }
  }
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const folded = (text: string): string =>
  text
    .split('')
    .map((unit) => `(?:${quoted(unit.toLowerCase())}|${quoted(unit.toUpperCase())})`)
    .join('');

/** Exact comparison of the text with what its double prints as, in whole numbers. */
function comparable(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const parts = (number: string): [bigint, number] => {
    const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)!;
    return [
      BigInt(`${sign}${whole}${fraction}`.replace(/^-?0+(?=\d)/, (zeros) => (zeros.startsWith('-') ? '-' : ''))),
      Number(exponent) - fraction.length,
    ];
  };
  const [a, aExponent] = parts(text);
  const [b, bExponent] = parts(String(value));
  if (a === 0n || b === 0n) return a === b;
  const low = Math.min(aExponent, bExponent);
  return a * 10n ** BigInt(aExponent - low) === b * 10n ** BigInt(bExponent - low);
}

function leavesOf(event: Json): Leaf[] {
  const found: Leaf[] = [];
  let arrays = 0;
  const isValue = (json: Json): json is Value => typeof json !== 'object' || json === null || 'number' in json;
  const walk = (json: Json, path: readonly string[], elements: ReadonlyMap<number, number>): void => {
    if (isValue(json)) {
      found.push({ path: path.join('.'), value: json, elements });
    } else if ('members' in json) {
      for (const [key, member] of json.members) walk(member, [...path, key], elements);
    } else {
      const array = arrays++;
      json.forEach((item, index) => {
        walk(item, path, isValue(item) ? elements : new Map([...elements, [array, index]]));
      });
    }
  };
  walk(event, [], new Map());
  return found;
}

/** Reads well-formed JSON, keeping the text of numbers and repeated keys. */
function readJson(source: string): Json {
  const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(true|false|null)|([-0-9.eE+]+))/y;
  let current: RegExpExecArray | null = null;
  const next = (): void => {
    current = token.exec(source);
  };
  const mark = (): string | undefined => current?.[1];
  const value = (): Json => {
    const [, opened, text, literal, number] = current!;
    if (opened === '{') return { members: list('}', member) };
    if (opened === '[') return list(']', value);
    const read =
      text !== undefined ? (JSON.parse(text) as string) : number !== undefined ? { number } : (JSON.parse(literal!) as true | false | null);
    next();
    return read;
  };
  const member = (): readonly [string, Json] => {
    const key = JSON.parse(current![2]!) as string;
    next();
    next();
    return [key, value()];
  };
  const list = <T>(close: string, item: () => T): T[] => {
    const items: T[] = [];
    next();
    while (mark() !== close) {
      items.push(item());
      if (mark() === ',') next();
    }
    next();
    return items;
  };
  next();
  return value();
}
