// The common part of the parsers of conditions, updates and projections: tokens, paths, values and calls, and the errors that the text alone decides.
import { RESERVED_WORDS } from './reserved-words.ts';
import type { Node, PathPart } from './syntax.ts';
import { type Token, tokensOf } from './tokens.ts';

/** The text breaks the grammar: nothing after this point can be said. */
export class SyntaxFault extends Error {}

/** Limit: index of a list in a path of an expression. */
const MAX_LIST_INDEX = 2_147_483_647;
/** Limit: parts of a path in an expression. */
const MAX_PATH_PARTS = 32;
/** Limit: levels of parentheses in an expression. More levels need more operators than are allowed, or have redundant parentheses. */
const MAX_LEVELS = 350;

export const REDUNDANT_PARENTHESES = 'The expression has redundant parentheses;';
const misusedText = (name: string): string => `The function is not allowed to be used this way in an expression; function: ${name}`;

/** Errors that are reported only for a text of the right grammar, the first of each kind. */
export interface Faults {
  parentheses?: string;
  unknownFunction?: string;
  misused?: string;
  reserved?: string;
}

export abstract class Parser {
  readonly paths: PathPart[][] = [];
  readonly values: string[] = [];
  readonly faults: Faults = {};
  operators = 0;
  readonly tokens: readonly Token[];
  position = 0;
  readonly #text: string;
  readonly #keywords: ReadonlySet<string>;
  readonly #functions: Readonly<Record<string, number>>;
  #level = 0;

  /** `keywords` are no names of attributes; `functions` have their numbers of operands. */
  constructor(text: string, keywords: ReadonlySet<string>, functions: Readonly<Record<string, number>>) {
    this.#text = text;
    this.tokens = tokensOf(text);
    this.#keywords = keywords;
    this.#functions = functions;
  }

  abstract operandOfCall(): Node;
  /** A call has the wrong number of operands. */
  abstract miscounted(message: string): void;
  /** Each path and value is reported as it is read: `n` is path n, `-1 - n` is value n. */
  abstract read(reference: number): void;
  abstract called(node: Node): void;

  get token(): Token | undefined {
    return this.tokens[this.position];
  }
  is(text: string): boolean {
    return this.token?.text === text;
  }
  isWord(word: string): boolean {
    return this.token?.word === word;
  }
  expect(text: string): void {
    if (!this.is(text)) this.fail();
    this.position++;
  }
  comma(): boolean {
    if (!this.is(',')) return false;
    this.position++;
    return true;
  }
  expectEnd(): void {
    if (this.token) this.fail();
  }

  fail(): never {
    const [previous, token, next] = [this.tokens[this.position - 1], this.token, this.tokens[this.position + 1]];
    const start = (previous ?? token)?.start ?? 0;
    const end = token ? (next ?? token).end : previous?.end;
    throw new SyntaxFault(`Syntax error; token: "${token?.text ?? '<EOF>'}", near: "${this.#text.slice(start, end)}"`);
  }

  inside<T>(parse: () => T): T {
    if (++this.#level > MAX_LEVELS) throw new SyntaxFault(REDUNDANT_PARENTHESES);
    const result = parse();
    this.#level--;
    return result;
  }

  /** A path, a value or a call. */
  operand(): Node {
    const { token } = this;
    if (!token) this.fail();
    if (token.text.length > 1 && token.text[0] === ':') return this.value();
    const isCall = token.word !== undefined && this.tokens[this.position + 1]?.text === '(' && !this.#keywords.has(token.word);
    return isCall ? this.#call() : this.path();
  }

  value(): Node {
    const name = this.token?.text;
    if (name === undefined || name.length < 2 || name[0] !== ':') this.fail();
    this.position++;
    const known = this.values.indexOf(name);
    const index = known < 0 ? this.values.push(name) - 1 : known;
    this.read(-1 - index);
    return { kind: 'value', index };
  }

  #call(): Node {
    const name = this.token!.text;
    this.position += 2;
    this.operators++;
    const parts: Node[] = [];
    this.inside(() => {
      do parts.push(this.operandOfCall());
      while (this.comma());
    });
    this.expect(')');
    const node: Node = { kind: 'call', name, parts };
    const count = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined;
    if (count === undefined) this.faults.unknownFunction ??= `Invalid function name; function: ${name}`;
    else if (count === parts.length) this.called(node);
    else
      this.miscounted(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${parts.length}`,
      );
    return node;
  }

  misuse(name: string): void {
    this.faults.misused ??= misusedText(name);
  }

  path(): Node {
    const parts: PathPart[] = [this.#name()];
    const index = this.paths.push(parts) - 1;
    this.read(index);
    this.tail(parts);
    return { kind: 'path', index };
  }

  tail(parts: PathPart[]): void {
    for (;;) {
      if (this.is('.')) {
        this.position++;
        parts.push(this.#name());
      } else if (this.is('[')) {
        this.position++;
        parts.push(this.#listIndex());
        this.expect(']');
      } else return;
      if (parts.length > MAX_PATH_PARTS)
        throw new SyntaxFault(`The document path has too many nesting elements; nesting levels: ${parts.length}`);
    }
  }

  #listIndex(): number {
    const text = this.token?.text;
    if (text === undefined || !/^\d+$/.test(text)) this.fail();
    if (Number(text) > MAX_LIST_INDEX) throw new SyntaxFault(`List index is not within the allowable range; index: [${text}]`);
    this.position++;
    return Number(text);
  }

  #name(): string {
    const { token } = this;
    if (!token) this.fail();
    if (token.text[0] === '#' && token.text.length > 1) {
      this.position++;
      return token.text;
    }
    if (token.word === undefined || this.#keywords.has(token.word)) this.fail();
    if (RESERVED_WORDS.has(token.word)) this.faults.reserved ??= `Attribute name is a reserved keyword; reserved keyword: ${token.text}`;
    this.position++;
    return token.text;
  }
}
