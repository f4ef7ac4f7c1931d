// The right side of a condition: text with `*`, a number, or a regular expression.
import { type Glob, matchesGlob } from '#lib/glob';
import { invalidPattern } from './pattern-error.ts';
import { compileRegex } from './regex.ts';

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Operand {
  /** Whether the text matches. */
  equals(text: string): boolean;
  readonly number?: number;
  /** Matches every value that exists, objects and null included. */
  readonly anything?: boolean;
}

export const regexOperand = (source: string): Operand => ({ equals: compileRegex(source) });

/** Only `*` is a wildcard. */
export function globOperand(pattern: string): Operand {
  const questions = new Set([...pattern.matchAll(/\?/g)].map(({ index }) => index));
  const glob: Glob = { text: pattern, literal: pattern.includes('*') ? questions : 'all' };
  return { equals: (text) => matchesGlob(glob, text), anything: pattern === '*' };
}

export function numberOperand(text: string): Operand {
  const number = Number(text);
  return { number, equals: (other) => other === text || (other.trim() !== '' && Number(other) === number) };
}

const ORDER: Readonly<Record<'<' | '<=' | '>' | '>=', (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** A test of the left side's text. Throws FilterPatternError for an order comparison with text. */
export function compare(comparison: Comparison, operand: Operand): (text: string) => boolean {
  if (comparison === '=') return operand.equals;
  if (comparison === '!=') return (text) => !operand.equals(text);
  const { number } = operand;
  if (number === undefined) throw invalidPattern();
  const inOrder = ORDER[comparison];
  return (text) => text.trim() !== '' && inOrder(Number(text), number);
}
