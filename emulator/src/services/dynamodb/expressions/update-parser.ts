// Parses update expressions.
import { Parser } from './parser.ts';
import type { Node, UpdateAction } from './syntax.ts';

type Section = UpdateAction['section'];
const SECTIONS: ReadonlySet<string> = new Set(['SET', 'REMOVE', 'ADD', 'DELETE']);
const FUNCTIONS = { if_not_exists: 2, list_append: 2 };

export class UpdateParser extends Parser {
  readonly actions: UpdateAction[] = [];
  readonly calls: Node[] = [];
  operandError: string | undefined;
  #repeated: string | undefined;

  constructor(text: string) {
    super(text, SECTIONS, FUNCTIONS);
  }

  parse(): void {
    const seen = new Set<string>();
    if (!this.token) this.fail();
    while (this.token) {
      const section = this.token.word;
      if (section === undefined || !SECTIONS.has(section)) this.fail();
      this.position++;
      if (seen.has(section)) this.#repeated ??= `The "${section}" section can only be used once in an update expression;`;
      seen.add(section);
      do this.#action(section as Section);
      while (this.comma());
    }
  }

  /** The first error that the text alone decides. */
  get error(): string | undefined {
    return this.faults.reserved ?? this.faults.unknownFunction ?? this.#repeated;
  }

  override operandOfCall(): Node {
    return this.#operand();
  }
  override miscounted(message: string): void {
    this.operandError ??= message;
  }
  override read(): void {}
  override called(node: Node): void {
    this.calls.push(node);
  }

  #action(section: Section): void {
    const path = this.path();
    if (path.kind !== 'path') this.fail();
    if (section === 'SET') this.expect('=');
    const value = section === 'SET' ? this.#sum() : section === 'REMOVE' ? undefined : this.value();
    this.actions.push({ section, path: path.index, value });
  }

  #sum(): Node {
    const left = this.#operand();
    const sign = this.token?.text;
    if (sign !== '+' && sign !== '-') return left;
    this.position++;
    this.operators++;
    const node: Node = { kind: sign, parts: [left, this.#operand()] };
    this.calls.push(node);
    return node;
  }

  #operand(): Node {
    if (!this.is('(')) return this.operand();
    this.position++;
    const node = this.inside(() => this.#sum());
    this.expect(')');
    return node;
  }
}
