// Splits a PartiQL statement into tokens.

import { malformed } from './faults.ts';
import { FUNCTION_KEYWORDS, KEYWORDS } from './keywords.ts';

/** Where a token stands, as the service prints it: `line:column:length`, both from 1. */
export type Position = string;

export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'sign' | 'end';
  /** Words in lower case; names and strings without their quotes. */
  readonly text: string;
  /** As it is written. */
  readonly source: string;
  readonly at: Position;
}

const BLANK = /(?:\s+|--[^\n\r]*|\/\*[\s\S]*?\*\/)+/y;
const TOKEN =
  /(?<name>"(?:[^"]|"")*")|(?<string>'(?:[^']|'')*')|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[A-Za-z_$][A-Za-z0-9_$]*)|(?<sign><<|>>|<>|<=|>=|!=|\|\||[()[\]{},.:;?=<>+\-*/%])/y;
/** Limit: exponent of a number in a PartiQL statement, and its digits after the point. */
const MAX_INT = 2_147_483_647;

/** @throws Fault ValidationException for a text that holds something else */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [line, lineStart, at] = [1, 0, 0];
  const advance = (end: number): void => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < end; next = text.indexOf('\n', next + 1)) {
      line++;
      lineStart = next + 1;
    }
    at = end;
  };
  const position = (length: number): Position => `${line}:${at - lineStart + 1}:${length}`;
  for (;;) {
    BLANK.lastIndex = at;
    if (BLANK.test(text)) advance(BLANK.lastIndex);
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', source: '', at: position(0) }];
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found || text.startsWith('/*', at)) throw malformed('');
    tokens.push(tokenOf(found, position(found[0].length)));
    advance(TOKEN.lastIndex);
  }
}

function tokenOf({ 0: source, groups = {} }: RegExpExecArray, at: Position): Token {
  const inner = source.slice(1, -1);
  if (groups['name'] !== undefined) return { kind: 'name', text: inner.replaceAll('""', '"'), source, at };
  if (groups['string'] !== undefined) return { kind: 'string', text: inner.replaceAll("''", "'"), source, at };
  if (groups['number'] !== undefined) {
    checkScale(source);
    return { kind: 'number', text: source, source, at };
  }
  if (groups['word'] === undefined) return { kind: 'sign', text: source === '!=' ? '<>' : source, source, at };
  return { kind: 'word', text: source.toLowerCase(), source, at };
}

/** The service reads numbers whose exponent and scale fit into 32 bits. */
function checkScale(source: string): void {
  const [digits = '', exponent = '0'] = source.toLowerCase().split('e');
  const scale = (digits.split('.')[1] ?? '').length - Number(exponent);
  if (Math.abs(Number(exponent)) > MAX_INT || Math.abs(scale) > MAX_INT) throw malformed('');
}

/** A name without quotes. */
export const isName = ({ kind, text }: Token): boolean => kind === 'name' || (kind === 'word' && !KEYWORDS.has(text));
export const namesFunction = ({ kind, text }: Token): boolean =>
  kind === 'name' || (kind === 'word' && (!KEYWORDS.has(text) || FUNCTION_KEYWORDS.has(text)));
