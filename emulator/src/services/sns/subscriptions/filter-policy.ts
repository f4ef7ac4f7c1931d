// Filter policies of subscriptions: event patterns with limits of their own, on attributes or on the message's body.

import { isObject } from '#lib/json-object';
import { compilePattern } from '#lib/pattern/compile';
import type { CompiledPattern } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import { invalidParameter } from '#services/sns/faults';

export type FilterScope = 'MessageAttributes' | 'MessageBody';

/** Limit: bytes of a filter policy. https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html */
const MAX_BYTES = 262_144;
/** A longer text that is no JSON is refused without the place of the mistake: finding it compiles the text, which takes long. */
const MAX_EXPLAINED = 16_384;
/** Limit: keys of a filter policy. */
const MAX_KEYS = 5;
/** Limit: combinations of the values of a filter policy. */
const MAX_COMBINATIONS = 150;
/** Limit: levels of a filter policy. No policy within the other limits nests as deep. */
const MAX_DEPTH = 100;

const compiled = (text: string, messagePrefix = ''): CompiledPattern =>
  compilePattern(text, {
    matchTypes: ['prefix', 'suffix', 'equals-ignore-case', 'cidr', 'exists', 'numeric', 'anything-but'],
    anythingButTypes: ['prefix'],
    anythingButLists: false,
    maxAlternatives: MAX_COMBINATIONS,
    messagePrefix,
  });

/** A policy that was checked before. */
export const compileFilterPolicy = (text: string): CompiledPattern => compiled(text);

/** Without spaces between its tokens, as the real service shows a policy. */
const compact = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');

type Level = Readonly<Record<string, unknown>>;

/** `where` precedes the reason: `Attributes Reason: ` or nothing. @throws InvalidParameter */
export function checkFilterPolicy(text: string, scope: FilterScope, where: string): void {
  const problem = problemIn(text, scope);
  if (problem !== undefined) throw invalidParameter(`${where}${problem}`);
}

function problemIn(text: string, scope: FilterScope): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `FilterPolicy: Filter policy can not be larger than ${MAX_BYTES} bytes`;
  let policy: unknown;
  try {
    policy = JSON.parse(text);
  } catch {
    return `FilterPolicy: failed to parse JSON. ${parserReason(text)}`;
  }
  if (!isObject(policy)) return 'FilterPolicy: Filter is not an object';
  if (scope === 'MessageAttributes' && isNested(policy))
    return 'Filter policy scope MessageAttributes does not support nested filter policy';
  if (Object.keys(policy).length > MAX_KEYS) return 'FilterPolicy: Filter policy can not have more than 5 keys';
  if (combinations(policy) > MAX_COMBINATIONS) return 'FilterPolicy: Filter policy is too complex';
  try {
    compiled(compact(text));
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return `FilterPolicy: ${error.message}`;
    throw error;
  }
}

/** `{"key":{"suffix":"value"}}` lacks a list: only an object that ends in lists is a nested policy. */
const isNested = (level: Level, depth = 1): boolean =>
  depth > MAX_DEPTH ||
  Object.entries(level).some(([key, value]) =>
    key === '$or'
      ? Array.isArray(value) && value.some((branch) => isObject(branch) && isNested(branch, depth + 1))
      : isObject(value) && endsInLists(value),
  );

const endsInLists = (level: Level, depth = 1): boolean =>
  depth > MAX_DEPTH || Object.values(level).every((value) => Array.isArray(value) || (isObject(value) && endsInLists(value, depth + 1)));

/** Values of each list times the depth of its key, multiplied; the branches of `$or` are added. `nesting` counts these branches, too. */
function combinations(level: Level, depth = 1, before = 1, nesting = 1): number {
  if (nesting > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  let product = before;
  for (const [key, value] of Object.entries(level)) {
    if (key === '$or' && Array.isArray(value) && value.every(isObject))
      product = value.reduce((sum: number, branch) => sum + combinations(branch, depth, product, nesting + 1), 0);
    else if (isObject(value)) product = combinations(value, depth + 1, product, nesting + 1);
    else if (Array.isArray(value)) product *= value.length * depth;
  }
  return product;
}

/** The words of the real service's parser, which does not show the text. */
export function parserReason(text: string): string {
  try {
    if (text.length <= MAX_EXPLAINED) compiled(text);
  } catch (error) {
    if (error instanceof PatternError && error.position) {
      const { line, column } = error.position;
      return `${error.reason}\n at [Source: REDACTED (\`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION\` disabled); line: ${line}, column: ${column}]`;
    }
  }
  return 'Unexpected end-of-input';
}
