// The rows of a table: all of them, or those in sight of a long one. Scrolling renders these rows alone, and the elements of rows that have left the
// window show those that have come: to make elements anew costs more than half of the time that a frame has.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { classOf, contentOf, OUTCOMES, titleOf, valueIn } from './cell.tsx';
import { shown } from './format.ts';
import { toneOf } from './parts.tsx';
import type { Column } from './resource.ts';

const ROW_PX = 34;
/** Rows beyond the visible ones, above and below: each costs its share of the layout that follows every key in the filter. */
const MARGIN_ROWS = 4;
/** Fewer rows are rendered all at once. */
const MIN_WINDOWED_ROWS = 200;

export const isWindowed = (rows: number): boolean => rows > MIN_WINDOWED_ROWS;

export interface RowsProps<T> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  /** The address of the row's page; its first cell is the link. */
  readonly href?: ((row: T) => string) | undefined;
  /** Opens a row below the table; its first cell is the button. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** The key of the row that is open. */
  readonly opened?: string | undefined;
  /** Controls in the last cell. */
  readonly controls?: ((row: T) => ComponentChildren) | undefined;
}

interface BodyProps<T> extends RowsProps<T> {
  /** The element that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Each row is a card, whose cells say what they are. */
  readonly cards: boolean;
  /** Rows can be selected. */
  readonly selection?: { readonly keys: ReadonlySet<string>; choose(key: string, on: boolean): void } | undefined;
}

export function TableRows<T>(table: BodyProps<T>) {
  const { rows, columns, keyOf, box, controls, selection } = table;
  const windowed = isWindowed(rows.length);
  const [from, to] = useWindow(box, rows.length, windowed);
  const inSight = rows.slice(from, to);
  const slots = useSlots(inSight.map(keyOf));
  const width = columns.length + (controls ? 1 : 0) + (selection ? 1 : 0);
  return (
    <tbody>
      {from > 0 && <Spacer key="above" rows={from} columns={width} />}
      {inSight.map((row, i) => (
        <Row key={slots[i]} table={table} row={row} at={windowed ? from + i : undefined} />
      ))}
      {to < rows.length && <Spacer key="below" rows={rows.length - to} columns={width} />}
    </tbody>
  );
}

/** The number of each row's element. A row keeps its own while it is in sight; others take those that are free. */
function useSlots(keys: readonly string[]): number[] {
  const taken = useRef<ReadonlyMap<string, number>>(new Map());
  const made = useRef(0);
  const before = taken.current;
  const present = new Set(keys);
  const free = [...before].flatMap(([key, slot]) => (present.has(key) ? [] : [slot]));
  const slots = keys.map((key) => before.get(key) ?? free.shift() ?? made.current++);
  taken.current = new Map(keys.map((key, i) => [key, slots[i]!]));
  return slots;
}

/** `at`: its place among all rows, from 0, where only some are rendered. */
function Row<T>({ table, row, at }: { table: BodyProps<T>; row: T; at: number | undefined }) {
  const { columns, keyOf, href, onOpen, opened, controls, selection, box, cards } = table;
  const element = useRef<HTMLTableRowElement>(null);
  const key = keyOf(row);
  useLayoutEffect(
    () => () => {
      // The keyboard stays with the table, not with the row that comes instead.
      if (element.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
    },
    [key],
  );
  const failed = columns.some((column) => OUTCOMES.has(column[2]) && toneOf(shown(valueIn(column, row))) === 'bad');
  return (
    <tr ref={element} class={failed ? 'failed' : undefined} aria-rowindex={at === undefined ? undefined : at + 2}>
      {selection && (
        <td class="check">
          <Check
            label={`Select ${valueIn(columns[0]!, row)}`}
            checked={selection.keys.has(key)}
            onChange={(on) => selection.choose(key, on)}
          />
        </td>
      )}
      {columns.map((column, nth) => {
        const [title, , , cell] = column;
        const content = cell?.(row) ?? contentOf(column, row, nth === 0, at !== undefined);
        const isLabelled = cards && nth > 0;
        return (
          <td key={title} class={classOf(column)} title={titleOf(column, row)} data-label={isLabelled ? title : undefined}>
            {isLabelled && content && column[2] !== 'arn' ? (
              // All of it stands beside the label.
              <div>{content}</div>
            ) : nth > 0 ? (
              content
            ) : href ? (
              <a href={href(row)}>{content}</a>
            ) : onOpen ? (
              <button type="button" class="link" aria-expanded={key === opened} onClick={() => onOpen(row)}>
                {content || '(empty)'}
              </button>
            ) : (
              content
            )}
          </td>
        );
      })}
      {controls && (
        <td key={`controls ${key}`} class="controls">
          {controls(row)}
        </td>
      )}
    </tr>
  );
}

export const Check = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) => (
  <input type="checkbox" aria-label={label} checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} class="spacer" style={{ height: `${rows * ROW_PX}px` }} />
    </tr>
  );
}

/** The rows to render: those in sight and some beside them. */
function useWindow(box: RefObject<HTMLDivElement | null>, count: number, windowed: boolean): [from: number, to: number] {
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(800);
  useEffect(() => {
    const element = box.current;
    if (!windowed || !element) return;
    setHeight(element.clientHeight);
    const onScroll = (): void => setFirst(Math.floor(element.scrollTop / ROW_PX));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [windowed]);
  if (!windowed) return [0, count];
  const from = Math.max(0, Math.min(first, count - 1) - MARGIN_ROWS);
  return [from, Math.min(count, from + Math.ceil(height / ROW_PX) + 2 * MARGIN_ROWS)];
}
