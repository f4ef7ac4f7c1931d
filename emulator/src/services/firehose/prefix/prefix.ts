// Prefixes of objects: text with expressions (`!{timestamp:yyyy}`), which are evaluated for each object.
// https://docs.aws.amazon.com/firehose/latest/dev/s3-prefixes.html; the texts of refusals are quoted from the service in
// https://github.com/badmintoncryer/cdk-preflight (rules/firehose).
import { memoize } from '#lib/memoize';
import { randomText } from '#lib/random-text';
import { own } from '#lib/table';
import { invalid } from '#services/firehose/faults';
import { type DatePart, formatDate, parseDatePattern, wallTime } from './date-pattern.ts';

/** Limit: characters of the shortest evaluated prefix. */
const MAX_LENGTH = 512;
const EXPRESSION = /!\{([^{}:]*):([^{}]*)\}/g;
const RANDOM_LENGTH = 11;
const RANDOM_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type PrefixName = 'Prefix' | 'ErrorOutputPrefix';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'timestamp'; readonly pattern: readonly DatePart[] }
  | { readonly kind: 'random' }
  | { readonly kind: 'error-type' }
  | { readonly kind: 'query' | 'function'; readonly key: string };

export interface ParsedPrefix {
  readonly parts: readonly Part[];
  /** Keys that `!{partitionKeyFromQuery:…}` names. */
  readonly queryKeys: readonly string[];
  readonly functionKeys: readonly string[];
  readonly hasExpressions: boolean;
  readonly hasErrorType: boolean;
}

/** @throws InvalidArgument */
export function parsePrefix(text: string, called: PrefixName): ParsedPrefix {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(EXPRESSION)) {
    addText(parts, text.slice(end, match.index));
    parts.push(readExpression(match[1]!, match[2]!, called));
    end = match.index + match[0].length;
  }
  addText(parts, text.slice(end));
  const keysOf = (kind: 'query' | 'function'): string[] => parts.flatMap((part) => (part.kind === kind ? [part.key] : []));
  return {
    parts,
    queryKeys: keysOf('query'),
    functionKeys: keysOf('function'),
    hasExpressions: parts.some(({ kind }) => kind !== 'text'),
    hasErrorType: parts.some(({ kind }) => kind === 'error-type'),
  };
}

function addText(parts: Part[], text: string): void {
  if (text.includes('!{')) throw invalid('Invalid expression usage');
  if (text !== '') parts.push({ kind: 'text', text });
}

function readExpression(namespace: string, value: string, called: PrefixName): Part {
  const wrong = () => invalid(`Invalid conversion character used in the value of the expression in ${called}`);
  switch (namespace) {
    case 'timestamp': {
      const pattern = parseDatePattern(value);
      if (!('letter' in pattern)) return { kind: 'timestamp', pattern };
      if (pattern.isUnknown) throw wrong();
      throw invalid(`The letter ${pattern.letter} of timestamps is not emulated: ${called} cannot have !{timestamp:${value}} here.`);
    }
    case 'firehose':
      if (value === 'random-string') return { kind: 'random' };
      if (value === 'error-output-type') return { kind: 'error-type' };
      throw wrong();
    case 'partitionKeyFromQuery':
      return { kind: 'query', key: value };
    case 'partitionKeyFromLambda':
      return { kind: 'function', key: value };
    default:
      throw invalid(`Namespace to the left of colon (${namespace}) is an invalid keyword!`);
  }
}

/** The values that the expressions of a prefix can use. */
export interface PrefixFacts {
  /** Arrival of the oldest record of the object. */
  readonly oldestMs: number;
  readonly timeZone: string;
  readonly errorType?: string | undefined;
  readonly queryKeys?: Readonly<Record<string, string>> | undefined;
  readonly functionKeys?: Readonly<Record<string, string>> | undefined;
}

const parsed = memoize((text: string) => parsePrefix(text, 'Prefix'));
const BY_HOUR = parseDatePattern('yyyy/MM/dd/HH/') as readonly DatePart[];

/** A prefix without expressions is followed by the hour. */
export function evaluatePrefix(text: string | undefined, facts: PrefixFacts): string {
  const { parts, hasExpressions } = parsed(text ?? '');
  const time = wallTime(facts.oldestMs, facts.timeZone);
  const evaluated = parts.map((part) => evaluate(part, facts, (pattern) => formatDate(pattern, time))).join('');
  return hasExpressions ? evaluated : `${evaluated}${formatDate(BY_HOUR, time)}`;
}

function evaluate(part: Part, facts: PrefixFacts, format: (pattern: readonly DatePart[]) => string): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'timestamp':
      return format(part.pattern);
    case 'random':
      return randomText(RANDOM_LENGTH, RANDOM_ALPHABET);
    case 'error-type':
      return facts.errorType ?? '';
    case 'query':
      return own(facts.queryKeys, part.key) ?? '';
    case 'function':
      return own(facts.functionKeys, part.key) ?? '';
  }
}

/** @throws InvalidArgument for a prefix that would be too long for every object */
export function checkLength({ parts }: ParsedPrefix, called: PrefixName): void {
  const shortest = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 1), 0);
  if (shortest > MAX_LENGTH)
    throw invalid(`Length of evaluated ${called === 'Prefix' ? 'prefix' : called} cannot be greater than ${MAX_LENGTH}`);
}
