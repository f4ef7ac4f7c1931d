// The text of a template: plain text, references, directives, comments, and backslashes before them.
import type { Grammar, ParsedBlock } from './grammar.ts';
import { parseDirective } from './parse-directive.ts';
import type { Program } from './values.ts';

const BACKSLASHES = /\\+/y;
const PLAIN = /[^\\$#]+/y;
const LINE_COMMENT = /##[^\r\n]*(?:\r\n|\r|\n)?/y;
const DIRECTIVE_NAME = /#(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/y;
const ESCAPABLE = /#(?:set|if|elseif|else|end|foreach|stop|break|define|macro|include|parse)\b|#\{(?:else|end|stop|break)\}/y;
const ENDS = new Set(['end', 'else', 'elseif']);
/** Blanks behind something on the line. */
const TRAILING_BLANKS = /^[ \t]+$/;

class BlockParser {
  readonly #grammar: Grammar;
  readonly #parts: Program[] = [];
  #plain = '';

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  parse(ends: readonly string[]): ParsedBlock {
    const { scan } = this.#grammar;
    for (;;) {
      if (scan.done) {
        if (!ends.includes('')) throw scan.wrong('#end expected');
        return { program: this.#program(), end: '' };
      }
      const next = scan.next;
      if (next === '\\') this.#backslashes();
      else if (next === '$') this.#dollar();
      else if (next === '#') {
        const end = this.#hash(ends);
        if (end !== undefined) return { program: this.#program(), end };
      } else this.#plain += scan.take(PLAIN)![0];
    }
  }

  #push(program: Program): void {
    this.#flush();
    this.#parts.push(program);
  }

  #flush(): void {
    if (this.#plain === '') return;
    const text = this.#plain;
    this.#plain = '';
    this.#parts.push((rendering) => rendering.write(text));
  }

  #program(): Program {
    this.#flush();
    const parts = this.#parts;
    if (parts.length === 1) return parts[0]!;
    return (rendering) => {
      rendering.spend(parts.length);
      for (const part of parts) {
        part(rendering);
        if (rendering.broken) return;
      }
    };
  }

  #dollar(): void {
    const reference = this.#grammar.reference();
    if (reference) this.#push(reference.print);
    else {
      this.#plain += '$';
      this.#grammar.scan.at++;
    }
  }

  /** Pairs print one backslash each; an odd one before a reference or a directive takes its meaning away. */
  #backslashes(): void {
    const { scan } = this.#grammar;
    const run = scan.take(BACKSLASHES)![0];
    const pairs = '\\'.repeat(run.length >> 1);
    const isOdd = run.length % 2 === 1;
    const start = scan.at;
    if (scan.next === '$') {
      const reference = this.#grammar.reference();
      if (!reference) {
        this.#plain += run;
        return;
      }
      this.#plain += pairs;
      const source = scan.source.slice(start, scan.at);
      const { value, print } = reference;
      this.#push(isOdd ? (rendering) => rendering.write(value(rendering) === null ? `\\${source}` : source) : print);
    } else if (scan.take(ESCAPABLE)) {
      this.#plain += pairs;
      if (isOdd) this.#plain += scan.source.slice(start, scan.at);
      else scan.at = start;
    } else this.#plain += run;
  }

  /** The directive that ends the block, if this is one. */
  #hash(ends: readonly string[]): string | undefined {
    const { scan } = this.#grammar;
    if (this.#comment()) return undefined;
    const start = scan.at;
    const match = scan.take(DIRECTIVE_NAME);
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined && ENDS.has(name)) {
      if (!ends.includes(name)) throw scan.wrong(`#${name} has nothing to end`);
      if (name !== 'elseif') scan.skipLineEnd();
      return name;
    }
    const program = name === undefined ? undefined : parseDirective(this.#grammar, name, start);
    if (program) {
      // Blanks between another directive and `#set` on one line vanish (recorded on the cloud).
      if (name === 'set' && this.#parts.length > 0 && TRAILING_BLANKS.test(this.#plain)) this.#plain = '';
      this.#push(program);
    } else {
      scan.at = start + 1;
      this.#plain += '#';
    }
    return undefined;
  }

  #comment(): boolean {
    const { scan } = this.#grammar;
    const { source, at } = scan;
    const second = source[at + 1];
    if (second === '#') return scan.take(LINE_COMMENT) !== null;
    const isVerbatim = second === '[' && source[at + 2] === '[';
    if (second !== '*' && !isVerbatim) return false;
    const close = isVerbatim ? ']]#' : '*#';
    const found = source.indexOf(close, at + 2);
    const end = found < 0 ? source.length : found;
    if (isVerbatim) this.#plain += source.slice(at + 3, end);
    scan.at = found < 0 ? source.length : end + close.length;
    return true;
  }
}

export const parseBlock = (grammar: Grammar, ends: readonly string[]): ParsedBlock => new BlockParser(grammar).parse(ends);
