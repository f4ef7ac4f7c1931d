// A compiled event pattern: plain data, made by compile.ts, read by the matcher and by explain.
import type { Address } from './address.ts';

/** One acceptable value of a field. `number` compares by value, `number-text` (a number no double can hold) by its spelling. */
export type MatchValue =
  | { readonly kind: 'equal'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'number-text'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' }
  | { readonly kind: TextMatch; readonly text: string }
  | { readonly kind: 'range'; readonly low: number; readonly high: number; readonly lowOpen: boolean; readonly highOpen: boolean }
  | { readonly kind: 'address'; readonly address: Address; readonly bits: number; readonly text: string }
  | { readonly kind: 'exists' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'anything-but'; readonly values: readonly MatchValue[] };

type TextMatch = 'prefix' | 'suffix' | 'wildcard' | 'equals-ignore-case' | 'prefix-ignore-case' | 'suffix-ignore-case';

/** Acceptable values by dotted field name: every field must hold, with one of its values. Each `$or` branch makes one alternative. */
export type Alternative = ReadonlyMap<string, readonly MatchValue[]>;

export interface CompiledPattern {
  readonly text: string;
  /** The pattern matches when one of these alternatives does. */
  readonly alternatives: readonly Alternative[];
}

export type MatchType =
  | 'exactly'
  | 'prefix'
  | 'suffix'
  | 'equals-ignore-case'
  | 'wildcard'
  | 'cidr'
  | 'exists'
  | 'numeric'
  | 'anything-but';

/** The match types that `{"anything-but": {…}}` may hold. */
export type AnythingButType = 'equals-ignore-case' | 'prefix' | 'suffix' | 'wildcard';

/** How one service narrows the language. The defaults are those of event bus rules. */
export interface PatternOptions {
  /** The match types that the service knows; any other is an `Unrecognized match type`. */
  readonly matchTypes?: readonly MatchType[];
  readonly anythingButTypes?: readonly AnythingButType[];
  /** Whether a type in `{"anything-but": {…}}` may hold a list. */
  readonly anythingButLists?: boolean;
  /** How many states one input may keep alive at once over the wildcards of a field. */
  readonly maxWildcardComplexity?: number;
  /** How many alternatives `$or` may multiply to. */
  readonly maxAlternatives?: number;
  readonly maxFields?: number;
  /** Prefix of the reason in the message of an error. */
  readonly messagePrefix?: string;
}

export const EVENT_PATTERN_OPTIONS: Required<PatternOptions> = {
  matchTypes: ['exactly', 'prefix', 'suffix', 'equals-ignore-case', 'wildcard', 'cidr', 'exists', 'numeric', 'anything-but'],
  anythingButTypes: ['equals-ignore-case', 'prefix', 'suffix', 'wildcard'],
  anythingButLists: true,
  maxWildcardComplexity: 10,
  maxAlternatives: 1000,
  maxFields: 256,
  messagePrefix: 'Event pattern is not valid. Reason: ',
};

/** Limit: levels of objects and arrays of an event pattern or an event: the default of the JSON parser that the service uses. */
export const MAX_DEPTH = 1000;
