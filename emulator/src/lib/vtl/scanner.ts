// A position in the text of a template.
import { TemplateError } from './template-error.ts';

/** Looks at the text: bounds texts that are read again and again. */
const MAX_LOOKS = 1_000_000;
const BLANKS = /[ \t\r\n]*/y;
const LINE_END = /[ \t]*(?:\r\n|\r|\n)/y;

export class Scanner {
  readonly source: string;
  at = 0;
  readonly #looks: { left: number };

  /** `outer`: the template that this text is a part of; they are bounded together. */
  constructor(source: string, outer?: Scanner) {
    this.source = source;
    this.#looks = outer ? outer.#looks : { left: MAX_LOOKS };
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }

  get next(): string | undefined {
    return this.source[this.at];
  }

  /** Moves behind the pattern (which must be sticky), where it matches here. */
  take(pattern: RegExp): RegExpExecArray | null {
    if (--this.#looks.left < 0) throw this.wrong('The template is too large');
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match) this.at += match[0].length;
    return match;
  }

  skipBlanks(): void {
    this.take(BLANKS);
  }

  skipLineEnd(): void {
    this.take(LINE_END);
  }

  /** Moves behind this character, if it is next. */
  skip(character: string): boolean {
    if (this.next !== character) return false;
    this.at++;
    return true;
  }

  /** The same, blanks before it aside. */
  skipNext(character: string): boolean {
    this.skipBlanks();
    return this.skip(character);
  }

  expect(character: string): void {
    if (!this.skipNext(character)) throw this.wrong(`${character} expected`);
  }

  wrong(reason: string): TemplateError {
    return new TemplateError(reason, { source: this.source, at: this.at });
  }
}
