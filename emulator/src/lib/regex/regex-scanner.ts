// Reads a regular expression character by character, and its escapes.
import { own, table } from '#lib/table';
import { ESCAPED_CLASSES, namedClass, not } from './char-class.ts';
import { type CharTest, RegexSyntaxError } from './syntax.ts';

const CONTROLS: Readonly<Record<string, number>> = table({ t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 });

export class RegexScanner {
  readonly #source: string;
  at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.at >= this.#source.length;
  }

  /** The next character; empty at the end. */
  peek(offset = 0): string {
    return this.#source[this.at + offset] ?? '';
  }

  ahead(count: number): string {
    return this.#source.slice(this.at, this.at + count);
  }

  take(text: string): boolean {
    if (!this.#source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** The text before the mark, or all remaining text if the mark does not follow. Skips the mark. */
  upTo(mark: string): string {
    const end = this.#source.indexOf(mark, this.at);
    const text = this.#source.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.#source.length : end + mark.length;
    return text;
  }

  /** The next code point. @throws RegexSyntaxError at the end */
  next(): number {
    const code = this.#source.codePointAt(this.at);
    if (code === undefined) throw this.wrong('Unexpected end');
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  wrong(why: string): RegexSyntaxError {
    return new RegexSyntaxError(`${why} near index ${this.at}`);
  }

  /** Starts after a backslash, inside and outside brackets: a class or one character. */
  escapedTest(): CharTest {
    const letter = String.fromCodePoint(this.next());
    const known = ESCAPED_CLASSES[letter];
    if (known) return known;
    if (letter === 'p' || letter === 'P') {
      const [matched, braced, single] = /^(?:\{([^}]*)\}|([A-Z]))/.exec(this.ahead(60)) ?? [];
      if (matched === undefined) throw this.wrong('Unclosed character family');
      this.at += matched.length;
      const test = namedClass((braced ?? single)!);
      return letter === 'p' ? test : not(test);
    }
    const code = this.escapedCode(letter);
    return (other) => other === code;
  }

  /** The code point of an escape whose letter has been read. */
  escapedCode(letter: string): number {
    const control = CONTROLS[letter];
    if (control !== undefined) return control;
    const rest = this.ahead(12);
    const numbers = own({ x: /^(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/, u: /^([0-9A-Fa-f]{4})/, '0': /^([0-3]?[0-7]{1,2})/ }, letter);
    if (numbers) {
      const [matched, plain, braced] = numbers.exec(rest) ?? [];
      if (matched === undefined) throw this.wrong('Illegal hexadecimal or octal escape sequence');
      this.at += matched.length;
      const code = Number.parseInt((plain ?? braced)!, letter === '0' ? 8 : 16);
      return letter === 'u' ? this.#pair(code) : code;
    }
    if (letter === 'c' && rest !== '') {
      this.at++;
      return rest.charCodeAt(0) ^ 64;
    }
    if (/[A-Za-z0-9]/.test(letter)) throw this.wrong('Illegal/unsupported escape sequence');
    return letter.codePointAt(0)!;
  }

  /** Two escapes in a row may write one character (a surrogate pair). */
  #pair(high: number): number {
    const low = /^\\u(D[C-F][0-9A-F]{2})/i.exec(this.ahead(6))?.[1];
    if (low === undefined || high < 0xd800 || high > 0xdbff) return high;
    this.at += 6;
    return ((high - 0xd800) << 10) + Number.parseInt(low, 16) - 0xdc00 + 0x10000;
  }
}
