// Reads comma-separated values as they arrive: quoted cells may hold delimiters, line ends and doubled quotes.
import { table } from '#lib/table';

/** The delimiters that a reader may name. */
export const DELIMITERS: Readonly<Record<string, string>> = table({ COMMA: ',', PIPE: '|', SEMICOLON: ';', SPACE: ' ', TAB: '\t' });

export class CsvReader {
  readonly #delimiter: string;
  #cells: string[] = [];
  #cell = '';
  /** `quoted`: within quotes; `closed`: after a quote that may end the cell, or be the first of two. */
  #state: 'plain' | 'quoted' | 'closed' = 'plain';
  #isEmpty = true;
  /** Characters of the row so far. */
  rowLength = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that this piece of the text completes. */
  read(text: string): string[][] {
    const rows: string[][] = [];
    for (const character of text) {
      this.rowLength++;
      this.#take(character, rows);
    }
    return rows;
  }
  /** The last row, where the text does not end with a line end. */
  end(): string[][] {
    const rows: string[][] = [];
    this.#endRow(rows);
    return rows;
  }

  #take(character: string, rows: string[][]): void {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#cell += character;
      return;
    }
    if (character === '"' && (this.#state === 'closed' || this.#cell === '')) {
      if (this.#state === 'closed') this.#cell += '"';
      this.#state = 'quoted';
      this.#isEmpty = false;
    } else if (character === this.#delimiter) this.#endCell();
    else if (character === '\n') this.#endRow(rows);
    else if (character !== '\r') {
      this.#state = 'plain';
      this.#cell += character;
      this.#isEmpty = false;
    }
  }
  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'plain';
    this.#isEmpty = false;
  }
  #endRow(rows: string[][]): void {
    if (!this.#isEmpty) {
      this.#endCell();
      rows.push(this.#cells);
    }
    this.#cells = [];
    this.#isEmpty = true;
    this.rowLength = 0;
  }
}
