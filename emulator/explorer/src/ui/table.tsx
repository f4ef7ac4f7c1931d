// A table that filters, sorts and renders only the rows in sight. Filter and order are in the address, so that a reload and Back restore them.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useQuery } from '#shell/query.ts';
import { shownCount } from './format.ts';
import type { Column } from './resource.ts';

const ROW_PX = 34;
/** Rows beyond the visible ones, above and below. */
const MARGIN_ROWS = 12;
/** Fewer rows are rendered all at once. */
const MIN_WINDOWED_ROWS = 200;

interface TableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  /** The address of the row's page; its first cell is the link. */
  readonly href?: ((row: T) => string) | undefined;
  /** Controls in the last cell. */
  readonly controls?: ((row: T) => ComponentChildren) | undefined;
  /** Beside the filter. */
  readonly tools?: ComponentChildren;
  /** More is still being read. */
  readonly partial?: boolean;
  readonly filterable?: boolean;
  readonly empty?: string;
}

export function Table<T>({ label, rows, columns, keyOf, href, controls, tools, partial, filterable = true, empty }: TableProps<T>) {
  const [query, setQuery] = useQuery();
  const { q = '', sort = '' } = filterable ? query : {};
  const box = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const kept =
      words.length === 0
        ? rows
        : rows.filter((row) => {
            const text = columns
              .map((column) => column.text(row) ?? '')
              .join(' ')
              .toLowerCase();
            return words.every((word) => text.includes(word));
          });
    const by = columns.find(({ title }) => title === sort.replace(/^-/, ''));
    if (!by) return kept;
    const sign = sort.startsWith('-') ? -1 : 1;
    return [...kept].sort((a, b) => sign * compare(by.text(a), by.text(b)));
  }, [rows, columns, q, sort]);
  const windowed = shown.length > MIN_WINDOWED_ROWS;
  const [from, to] = useWindow(box, shown.length, windowed);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [q, sort]);
  return (
    <section class="table-section">
      {(filterable || tools) && (
        <div class="tools">
          {filterable && (
            <input
              type="search"
              class="filter"
              aria-label={`Filter ${label}`}
              placeholder={`Filter ${label}`}
              value={q}
              onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
            />
          )}
          <span class="count">
            {q ? `${shownCount(shown.length)} of ${shownCount(rows.length)}` : shownCount(rows.length)}
            {partial ? ' so far' : ''}
          </span>
          <span class="grow" />
          {tools}
        </div>
      )}
      <div class={windowed ? 'table-box windowed' : 'table-box'} ref={box} tabIndex={0} role="region" aria-label={label}>
        <table aria-rowcount={windowed ? shown.length + 1 : undefined}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  class={column.kind === 'number' ? 'number' : undefined}
                  aria-sort={orderOf(sort, column.title)}
                >
                  {filterable ? (
                    <button type="button" class="sort" onClick={() => setQuery({ sort: nextSort(sort, column.title) })}>
                      {column.title}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              ))}
              {controls && (
                <th scope="col" class="controls">
                  <span class="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {windowed && from > 0 && <Spacer rows={from} columns={columns.length + (controls ? 1 : 0)} />}
            {shown.slice(from, to).map((row, i) => (
              <tr key={keyOf(row)} aria-rowindex={windowed ? from + i + 2 : undefined}>
                {columns.map((column, nth) => (
                  <td key={column.title} class={column.kind}>
                    {nth === 0 && href ? (
                      <a href={href(row)}>{column.cell?.(row) ?? column.text(row)}</a>
                    ) : (
                      (column.cell?.(row) ?? column.text(row))
                    )}
                  </td>
                ))}
                {controls && <td class="controls">{controls(row)}</td>}
              </tr>
            ))}
            {windowed && to < shown.length && <Spacer rows={shown.length - to} columns={columns.length + (controls ? 1 : 0)} />}
          </tbody>
        </table>
        {shown.length === 0 && <p class="none">{q ? `Nothing matches “${q}”.` : (empty ?? 'None.')}</p>}
      </div>
    </section>
  );
}

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} class="spacer" style={{ height: `${rows * ROW_PX}px` }} />
    </tr>
  );
}

/** The rows to render: those in sight and some beside them. */
function useWindow(box: { readonly current: HTMLDivElement | null }, count: number, windowed: boolean): [from: number, to: number] {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  useEffect(() => {
    const element = box.current;
    if (!windowed || !element) return;
    setHeight(element.clientHeight);
    const onScroll = (): void => setTop(element.scrollTop);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [windowed]);
  if (!windowed) return [0, count];
  const from = Math.max(0, Math.min(Math.floor(top / ROW_PX), count - 1) - MARGIN_ROWS);
  return [from, Math.min(count, from + Math.ceil(height / ROW_PX) + 2 * MARGIN_ROWS)];
}

const compare = (a: string | number | undefined, b: string | number | undefined): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });

const orderOf = (sort: string, title: string): 'ascending' | 'descending' | undefined =>
  sort === title ? 'ascending' : sort === `-${title}` ? 'descending' : undefined;

const nextSort = (sort: string, title: string): string => (sort === title ? `-${title}` : sort === `-${title}` ? '' : title);
