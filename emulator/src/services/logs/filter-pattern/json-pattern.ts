// `{ ($.user.id = 1) && ($.tags[*] = "a*" || $.error NOT EXISTS) }`: conditions on JSON messages.

import { dictionary } from '#lib/table';
import { compare } from './operand.ts';
import type { Extracted, FilterPattern } from './pattern.ts';
import { invalidPattern } from './pattern-error.ts';
import { Scanner } from './scanner.ts';

interface Selector {
  readonly text: string;
  readonly steps: readonly { readonly name?: string; readonly index?: number | '*' }[];
}
type Test = (document: unknown) => boolean;

const ROOT = /\$/y;
const NAMED = /\.\s*([\w-]+)/y;
const INDEXED = /\.?\[\s*(?:(\d{1,9})|(\*)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*\]/y;

export function compileJsonPattern(source: string): FilterPattern {
  const scanner = new Scanner(source);
  const selectors: Selector[] = [];
  const test = scanner.expression<unknown>(() => readCondition(scanner, selectors));
  if (!scanner.atEnd) throw invalidPattern();
  const extract = (message: string): Extracted | undefined => {
    const document = parse(message);
    return document !== undefined && test(document) ? extracted(document, selectors) : undefined;
  };
  return {
    kind: 'json',
    extract,
    matches: (message) => {
      const document = parse(message);
      return document !== undefined && test(document);
    },
  };
}

/** Undefined if the message is not a JSON object or array. */
function parse(message: string): object | undefined {
  const first = /\S/.exec(message)?.[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    return JSON.parse(message) as object;
  } catch {
    return undefined;
  }
}

function readCondition(scanner: Scanner, selectors: Selector[]): Test {
  const selector = readSelector(scanner);
  selectors.push(selector);
  const values = (document: unknown): unknown[] => select(document, selector);
  if (scanner.word('IS')) {
    const wanted = scanner.word('NULL') ? null : scanner.word('TRUE') ? true : scanner.word('FALSE') ? false : undefined;
    if (wanted === undefined) throw invalidPattern();
    return (document) => values(document).includes(wanted);
  }
  if (scanner.word('EXISTS')) return (document) => values(document).length > 0;
  if (scanner.word('NOT')) {
    if (!scanner.word('EXISTS')) throw invalidPattern();
    return (document) => values(document).length === 0;
  }
  const comparison = scanner.comparison();
  if (!comparison) throw invalidPattern();
  const operand = scanner.operand();
  const holds = compare(comparison, operand);
  const ordered = comparison !== '=' && comparison !== '!=';
  return (document) =>
    values(document).some((value) => {
      if (operand.anything) return comparison === '=';
      if (ordered) return typeof value === 'number' && holds(String(value));
      const text = leafText(value);
      return text !== undefined && holds(text);
    });
}

const leafText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Reads one value of JSON messages by a selector such as `$.user.id`. @throws FilterPatternError */
export function selectorReader(source: string): (message: string) => string | undefined {
  const scanner = new Scanner(source);
  const selector = readSelector(scanner);
  if (!scanner.atEnd) throw invalidPattern();
  return (message) => {
    const document = parse(message);
    return document === undefined ? undefined : leafText(select(document, selector)[0]);
  };
}

function readSelector(scanner: Scanner): Selector {
  if (!scanner.match(ROOT)) throw invalidPattern();
  const start = scanner.at - 1;
  const steps: Selector['steps'][number][] = [];
  for (;;) {
    const indexed = /[.[]/.test(scanner.text[scanner.at] ?? '') ? scanner.match(INDEXED) : undefined;
    if (indexed) {
      const [, index, star, quoted, single] = indexed;
      steps.push(
        star ? { index: '*' } : index === undefined ? { name: quoted?.replace(/\\(.)/g, '$1') ?? single ?? '' } : { index: Number(index) },
      );
      continue;
    }
    const named = scanner.text[scanner.at] === '.' ? scanner.match(NAMED) : undefined;
    if (!named) break;
    steps.push({ name: named[1] ?? '' });
  }
  if (steps.length === 0) throw invalidPattern();
  return { text: scanner.text.slice(start, scanner.at), steps };
}

function select(document: unknown, { steps }: Selector): unknown[] {
  let found: unknown[] = [document];
  for (const { name, index } of steps) {
    found = found.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (name !== undefined) return !Array.isArray(value) && Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
      if (!Array.isArray(value)) return [];
      return index === '*' ? value : (index as number) < value.length ? [value[index as number]] : [];
    });
  }
  return found;
}

function extracted(document: unknown, selectors: readonly Selector[]): Extracted {
  const values: Record<string, string> = dictionary();
  for (const selector of selectors) {
    const [value] = select(document, selector);
    if (value !== undefined) values[selector.text] = leafText(value) ?? JSON.stringify(value);
  }
  return values;
}
