// Reads calls of intrinsic functions: `States.Format('{} of {}', $.name, States.ArrayLength($.all))`.
import { memoize } from '#lib/memoize';
import { IntrinsicError } from '#services/states/language/faults';
import type { Json } from '#services/states/language/json';
import type { Path } from '#services/states/language/paths/path';
import { parsePath } from '#services/states/language/paths/path-parser';

export interface IntrinsicCall {
  readonly kind: 'call';
  /** Without `States.`. */
  readonly name: string;
  readonly arguments: readonly IntrinsicNode[];
}
export type IntrinsicNode =
  | IntrinsicCall
  | { readonly kind: 'value'; readonly value: Json }
  /** A text with its escapes: `States.Format` reads `\{` in it as a brace. */
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'path'; readonly path: Path };

/** Limit: levels of calls of intrinsic functions that the cloud allows. */
const MAX_NESTED = 10;
const MAX_PARSED = 5000;
const CALL = /States\.(\w+)\s*\(/y;
const SCALAR = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPED = `'\\{}`;

/** A text as it is written: escapes replaced by their characters. */
export const unescapeText = (source: string): string => source.replace(/\\(['\\{}])/g, '$1');

class IntrinsicParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): IntrinsicCall {
    const node = this.#node(0);
    this.#blanks();
    if (this.#at < this.#text.length || node.kind !== 'call') this.#refuse(`unexpected text at ${this.#at}`);
    return node;
  }

  #refuse(problem: string): never {
    throw new IntrinsicError(`Invalid Intrinsic Function '${this.#text}': ${problem}`);
  }
  #blanks(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '.')) this.#at++;
  }
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text) ?? undefined;
    if (match) this.#at = expression.lastIndex;
    return match;
  }

  #node(depth: number): IntrinsicNode {
    if (depth > MAX_NESTED) this.#refuse(`more than ${MAX_NESTED} calls are nested`);
    this.#blanks();
    const call = this.#match(CALL);
    if (call) return { kind: 'call', name: call[1]!, arguments: this.#arguments(depth + 1) };
    const next = this.#text[this.#at];
    if (next === "'") return { kind: 'text', source: this.#quoted() };
    if (next === '$') return { kind: 'path', path: parsePath(this.#pathText()) };
    const scalar = this.#match(SCALAR)?.[0] ?? this.#refuse(`unexpected '${next ?? 'end'}' at ${this.#at}`);
    return { kind: 'value', value: JSON.parse(scalar) };
  }
  #arguments(depth: number): IntrinsicNode[] {
    const nodes: IntrinsicNode[] = [];
    for (this.#blanks(); this.#text[this.#at] !== ')'; this.#blanks()) {
      if (nodes.length > 0 && this.#text[this.#at++] !== ',') this.#refuse(`expected , or ) at ${this.#at - 1}`);
      nodes.push(this.#node(depth));
    }
    this.#at++;
    return nodes;
  }
  #quoted(): string {
    const start = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === '\\') {
        // The specification has no other escapes, and a definition with one is refused (recorded).
        if (!ESCAPED.includes(this.#text[++this.#at] ?? '.')) this.#refuse(`an unknown escape at ${this.#at - 1}`);
        continue;
      }
      if (character === "'") return this.#text.slice(start, this.#at++);
    }
    return this.#refuse('a quote is not closed');
  }
  /** A path ends at the comma or bracket that belongs to the call around it. */
  #pathText(): string {
    const start = this.#at;
    let open = 0;
    let quote = '';
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === "'" || character === '"') quote = character;
      else if (character === '[' || character === '(') open++;
      else if (open === 0 && (character === ')' || character === ',')) break;
      else if (character === ']' || character === ')') open--;
    }
    return this.#text.slice(start, this.#at).trim();
  }
}

const parsed = memoize((text: string) => new IntrinsicParser(text).parse(), MAX_PARSED);

/** @throws IntrinsicError for a text that is no call, PathError for a path in it that is none */
export const parseIntrinsic = (text: string): IntrinsicCall => parsed(text);
