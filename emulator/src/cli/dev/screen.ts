// A terminal whose last lines stay where they are, while other lines pass above them.
import { stripVTControlCharacters } from 'node:util';
import { terminalText } from '#lib/terminal-text';

export interface TerminalStream {
  readonly columns?: number;
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const UP_AND_CLEAR = '\x1b[1A\x1b[2K';
const CLEAR_ALL = '\x1b[2J\x1b[3J\x1b[H';
const USUAL_COLUMNS = 80;

export class Screen {
  readonly #stream: TerminalStream;
  #footer: readonly string[] = [];

  constructor(stream: TerminalStream) {
    this.#stream = stream;
  }

  /** Lines above the footer. */
  print(text: string): void {
    this.#stream.write(`${this.#erased()}${terminalText(text)}\n${this.#drawn()}`);
  }

  footer(lines: readonly string[]): void {
    const erased = this.#erased();
    this.#footer = lines;
    this.#stream.write(`${erased}${this.#drawn()}`);
  }

  /** Removes everything but the footer. */
  clear(): void {
    this.#stream.write(`${CLEAR_ALL}${this.#drawn()}`);
  }

  close(): void {
    this.#stream.write(this.#erased());
    this.#footer = [];
  }

  #erased = (): string => UP_AND_CLEAR.repeat(this.#footer.length);

  /** Each line is cut, so that it takes one row and can be erased. */
  #drawn = (): string => this.#footer.map((line) => `${cut(terminalText(line), (this.#stream.columns ?? USUAL_COLUMNS) - 1)}\n`).join('');
}

/** Without colours where it is too long. Wide characters count twice. */
export function cut(line: string, columns: number): string {
  const plain = stripVTControlCharacters(line);
  if (widthOf(plain) <= columns) return line;
  let text = '';
  let width = 1;
  for (const character of plain) {
    width += widthOf(character);
    if (width > columns) break;
    text += character;
  }
  return `${text}…`;
}

/** Letters of East Asian scripts and pictures take two columns, marks none. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum +
      (/\p{Mark}/u.test(character)
        ? 0
        : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(character)
          ? 2
          : 1),
    0,
  );
