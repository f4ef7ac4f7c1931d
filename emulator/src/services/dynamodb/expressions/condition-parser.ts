// Parses conditions: of writes, of keys and of filters.
import { Parser, REDUNDANT_PARENTHESES, SyntaxFault } from './parser.ts';
import type { Comparator, Node, SimpleCondition } from './syntax.ts';

const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'BETWEEN']);
const FUNCTIONS = { attribute_exists: 1, attribute_not_exists: 1, attribute_type: 2, begins_with: 2, contains: 2, size: 1 };
const COMPARATORS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const UPDATE_FUNCTIONS: ReadonlySet<string> = new Set(['if_not_exists', 'list_append']);
/** Limit: operators of a condition. */
const MAX_OPERATORS = 300;
/** Limit: operands of IN in a condition. */
const MAX_IN_OPERANDS = 100;

interface OpenCondition {
  order: number[];
  checked: Node[];
  operandError: string | undefined;
}
const openCondition = (): OpenCondition => ({ order: [], checked: [], operandError: undefined });

export class ConditionParser extends Parser {
  readonly conditions: SimpleCondition[] = [];
  #condition = openCondition();

  constructor(text: string) {
    super(text, KEYWORDS, FUNCTIONS);
  }

  parse(): Node {
    const root = this.#or();
    this.expectEnd();
    return this.#asCondition(root);
  }

  /** The first error that the text alone decides. */
  get error(): string | undefined {
    const { parentheses, unknownFunction, misused, reserved } = this.faults;
    const first = parentheses ?? unknownFunction ?? misused ?? reserved;
    if (first !== undefined || this.operators <= MAX_OPERATORS) return first;
    return `The expression contains too many operators; operator count: ${this.operators}`;
  }

  override operandOfCall(): Node {
    return this.#operandNode(this.#primary());
  }
  override miscounted(message: string): void {
    this.#condition.operandError ??= message;
  }
  override read(reference: number): void {
    this.#condition.order.push(reference);
  }
  override called(node: Node): void {
    this.#condition.checked.push(node);
  }

  #or(): Node {
    let left = this.#and();
    while (this.isWord('OR')) left = this.#joined('or', left, () => this.#and());
    return left;
  }

  #and(): Node {
    let left = this.#not();
    while (this.isWord('AND')) left = this.#joined('and', left, () => this.#not());
    return left;
  }

  #joined(kind: 'and' | 'or', left: Node, parseRight: () => Node): Node {
    this.#asCondition(left);
    this.position++;
    this.operators++;
    return { kind, parts: [left, this.#asCondition(parseRight())] };
  }

  #not(): Node {
    if (!this.isWord('NOT')) return this.#comparison();
    this.position++;
    this.operators++;
    if (this.operators > MAX_OPERATORS + 1 && this.isWord('NOT')) this.#skipNots();
    return { kind: 'not', parts: [this.#asCondition(this.inside(() => this.#not()))] };
  }

  /** Counts a long chain of NOT without descending into it: the text is refused for its operators. */
  #skipNots(): never {
    const count = this.tokens.filter(({ word }) => word !== undefined && KEYWORDS.has(word)).length;
    throw new SyntaxFault(`The expression contains too many operators; operator count: ${count}`);
  }

  /** A node where a condition is expected: a path or a value alone is none. */
  #asCondition(node: Node): Node {
    if (node.kind === 'path' || node.kind === 'value') this.fail();
    if (node.kind === 'call' && node.name === 'size') this.misuse(node.name);
    return node;
  }

  /** A node where an operand is expected: of all functions only `size` gives a value. */
  #operandNode(node: Node): Node {
    if (node.kind === 'call') {
      if (node.name !== 'size') this.misuse(node.name);
    } else if (node.kind !== 'path' && node.kind !== 'value') this.fail();
    return node;
  }

  #comparison(): Node {
    const start = this.position;
    const left = this.#primary();
    const node = this.#operatorAfter(left) ?? (left.kind === 'call' && !this.#opens(start) ? left : undefined);
    if (!node) return left;
    if (node !== left) this.#condition.checked.push(node);
    this.conditions.push(this.#condition);
    this.#condition = openCondition();
    return node;
  }

  #opens(position: number): boolean {
    return this.tokens[position]?.text === '(';
  }

  #operatorAfter(left: Node): Node | undefined {
    const text = this.token?.text;
    if (text !== undefined && COMPARATORS.has(text)) {
      this.#operator();
      return { kind: 'compare', operator: text as Comparator, parts: [this.#operandNode(left), this.#operandNode(this.#primary())] };
    }
    if (this.isWord('BETWEEN')) {
      this.#operator();
      const low = this.#operandNode(this.#primary());
      if (!this.isWord('AND')) this.fail();
      this.position++;
      return { kind: 'between', parts: [this.#operandNode(left), low, this.#operandNode(this.#primary())] };
    }
    if (!this.isWord('IN')) return undefined;
    this.#operator();
    this.expect('(');
    const parts = [this.#operandNode(left)];
    do parts.push(this.#operandNode(this.#primary()));
    while (this.comma());
    this.expect(')');
    if (parts.length > MAX_IN_OPERANDS + 1)
      this.miscounted(`The IN operator is provided with too many operands; number of operands: ${parts.length - 1}`);
    return { kind: 'in', parts };
  }

  #operator(): void {
    this.position++;
    this.operators++;
  }

  /** An operand, or anything in parentheses: they may hold a condition or an operand, which the caller tells apart. */
  #primary(): Node {
    if (!this.is('(')) {
      if (this.token?.word !== undefined && UPDATE_FUNCTIONS.has(this.token.text) && this.#opens(this.position + 1))
        this.faults.misused ??= `The function is not allowed in a condition expression; function: ${this.token.text}`;
      return this.operand();
    }
    this.position++;
    const opening = this.position;
    const node = this.inside(() => this.#or());
    if (this.#opens(opening) && this.is(')') && this.#closing(opening) === this.position - 1)
      this.faults.parentheses = REDUNDANT_PARENTHESES;
    this.expect(')');
    if (node.kind === 'path' && (this.is('.') || this.is('['))) this.tail(this.paths[node.index]!);
    return node;
  }

  /** The position of the parenthesis that closes the one at `opening`. */
  #closing(opening: number): number {
    let depth = 0;
    for (let at = opening; at < this.tokens.length; at++) {
      const { text } = this.tokens[at]!;
      if (text === '(') depth++;
      else if (text === ')' && --depth === 0) return at;
    }
    return -1;
  }
}
