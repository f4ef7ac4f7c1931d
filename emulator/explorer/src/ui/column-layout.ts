// Which columns of a table find room, and how the room is shared. Columns are written in the order of their importance: where the room is short, the
// last ones are left out, and where it is very short, each row becomes a card of its first columns.
import type { Column, Kind } from './resource.ts';

/** Pixels below which rows are cards. */
const MIN_ROWS_PX = 560;
const MAX_CARD_COLUMNS = 6;
/** Pixels of a letter of a heading, and of the padding of a cell. */
const LETTER_PX = 7.2;
const PADDING_PX = 24;
const CHECK_PX = 40;
const CONTROLS_PX = 90;
const MIN_NAME_PX = 220;

/** Pixels that a column needs at least, by what it shows. */
const MIN_PX: Readonly<Record<Kind, number>> = {
  ...{ time: 168, badge: 158, outcome: 250, mono: 130, arn: 150, dim: 130, long: 150, number: 56, bytes: 72 },
};
const MIN_TEXT_PX = 88;
/** Columns that are never narrower than their longest cell: a part of a number would be another number. Badges have a greatest width. */
const WHOLE: ReadonlySet<Kind | undefined> = new Set(['time', 'number', 'bytes', 'badge']);
/** Shares of the room in a long table, whose columns must not move as it scrolls. */
const SHARES: Partial<Record<Kind, number>> = { arn: 2, mono: 2, long: 2, outcome: 3 };

const NAME_SHARE = 3;

interface Beside {
  readonly check: boolean;
  readonly controls: boolean;
}

export interface TableLayout<T> {
  /** The columns that find room, in their order. */
  readonly columns: readonly Column<T>[];
  /** Each row is a card. */
  readonly cards: boolean;
  /** The value of `grid-template-columns`. */
  readonly tracks: string;
}

const minOf = <T>([title, , kind]: Column<T>, nth: number): number =>
  Math.max(kind !== undefined ? MIN_PX[kind] : nth === 0 ? MIN_NAME_PX : MIN_TEXT_PX, title.length * LETTER_PX + PADDING_PX);

/** `roomPx`: the width of the table; `fixed`: the shares of the columns do not depend on the cells, as in tables whose rows come and go. */
export function layoutOf<T>(columns: readonly Column<T>[], roomPx: number, beside: Beside, fixed: boolean): TableLayout<T> {
  if (roomPx < MIN_ROWS_PX && !fixed) return { columns: columns.slice(0, MAX_CARD_COLUMNS), cards: true, tracks: '' };
  let left = roomPx - (beside.check ? CHECK_PX : 0) - (beside.controls ? CONTROLS_PX : 0);
  let count = 0;
  for (; count < columns.length; count++) {
    left -= minOf(columns[count]!, count);
    if (left < 0) break;
  }
  const shown = columns.slice(0, Math.max(1, count));
  const tracks = shown.map((column, nth) => {
    const least = Math.min(minOf(column, nth), Math.max(0, roomPx));
    if (fixed) return WHOLE.has(column[2]) ? `${least}px` : `minmax(${least}px, ${nth === 0 ? NAME_SHARE : (SHARES[column[2]!] ?? 1)}fr)`;
    return `minmax(${WHOLE.has(column[2]) ? 'max-content' : `${least}px`}, auto)`;
  });
  if (beside.check) tracks.unshift('max-content');
  if (beside.controls) tracks.push('max-content');
  return { columns: shown, cards: false, tracks: tracks.join(' ') };
}
