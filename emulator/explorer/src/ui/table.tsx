// A table that filters, sorts and renders only the rows in sight. Filter and order are in the address, so that a reload and Back restore them.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useQuery } from '#shell/query.ts';
import { say } from '#shell/session.ts';
import { Confirm } from './confirm.tsx';
import { counted, shown, shownCount } from './format.ts';
import { ArnLink, Badge } from './parts.tsx';
import type { Column, Kind } from './resource.ts';

const ROW_PX = 34;
/** Rows beyond the visible ones, above and below: each costs its share of the layout that follows every key in the filter. */
const MARGIN_ROWS = 4;
/** Fewer rows are rendered all at once. */
const MIN_WINDOWED_ROWS = 200;

interface Removal<T> {
  /** The name of a row, in the singular. */
  readonly one: string;
  /** @throws Fault in the words of the service */
  remove(row: T): Promise<void>;
  done(): void;
}

interface TableProps<T> {
  readonly label: string;
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
  /** Rows can be selected, and the selected ones removed together. */
  readonly removal?: Removal<T> | undefined;
  /** Beside the filter. */
  readonly tools?: ComponentChildren;
  /** More is still being read. */
  readonly partial?: boolean;
  readonly filterable?: boolean;
  readonly empty?: string;
}

export function Table<T>({
  label,
  rows,
  columns,
  keyOf,
  href,
  onOpen,
  opened,
  controls,
  removal,
  tools,
  partial,
  filterable = true,
  empty,
}: TableProps<T>) {
  const [query, setQuery] = useQuery();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { q = '', sort = '' } = filterable ? query : {};
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const kept =
      words.length === 0
        ? rows
        : rows.filter((row) => {
            const text = columns
              .map((column) => shown(valueIn(column, row), column[2]))
              .join(' ')
              .toLowerCase();
            return words.every((word) => text.includes(word));
          });
    const by = columns.find(([title]) => title === sort.replace(/^-/, ''));
    if (!by) return kept;
    const sign = sort.startsWith('-') ? -1 : 1;
    return [...kept].sort((a, b) => sign * compare(valueIn(by, a), valueIn(by, b)));
  }, [rows, columns, q, sort]);
  const windowed = found.length > MIN_WINDOWED_ROWS;
  const [from, to] = useWindow(box, found.length, windowed);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [q, sort]);
  const chosen = removal && selected.size > 0 ? found.filter((row) => selected.has(keyOf(row))) : [];
  const choose = (keys: readonly string[], on: boolean): void => {
    const next = new Set(selected);
    for (const key of keys) on ? next.add(key) : next.delete(key);
    setSelected(next);
  };
  const removeChosen = async (): Promise<void> => {
    let removed = 0;
    try {
      for (const row of chosen) {
        await removal!.remove(row);
        removed++;
      }
      say(`Removed ${removed}.`);
    } finally {
      setSelected(new Set());
      removal!.done();
    }
  };
  const width = columns.length + (controls ? 1 : 0) + (removal ? 1 : 0);
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
          {filterable && (
            <span class="count">
              {q ? `${shownCount(found.length)} of ${shownCount(rows.length)}` : shownCount(rows.length)}
              {partial ? ' so far' : ''}
            </span>
          )}
          <span class="grow" />
          {chosen.length > 0 && (
            <Confirm label="Remove selected" question={`Remove ${counted(chosen.length, removal!.one)}?`} act={removeChosen} />
          )}
          {tools}
        </div>
      )}
      <div class={windowed ? 'table-box windowed' : 'table-box'} ref={box} tabIndex={0} role="region" aria-label={label}>
        <table aria-rowcount={windowed ? found.length + 1 : undefined}>
          <thead>
            <tr>
              {removal && (
                <th scope="col">
                  <Check
                    label={`Select all ${label}`}
                    checked={found.length > 0 && chosen.length === found.length}
                    onChange={(on) => choose(found.map(keyOf), on)}
                  />
                </th>
              )}
              {columns.map(([title, , kind]) => (
                <th key={title} scope="col" class={RIGHT.has(kind) ? 'number' : undefined} aria-sort={orderOf(sort, title)}>
                  {filterable ? (
                    <button type="button" class="sort" onClick={() => setQuery({ sort: nextSort(sort, title) })}>
                      {title}
                    </button>
                  ) : (
                    title
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
            {windowed && from > 0 && <Spacer rows={from} columns={width} />}
            {found.slice(from, to).map((row, i) => (
              <tr key={keyOf(row)} aria-rowindex={windowed ? from + i + 2 : undefined}>
                {removal && (
                  <td>
                    <Check
                      label={`Select ${valueIn(columns[0]!, row)}`}
                      checked={selected.has(keyOf(row))}
                      onChange={(on) => choose([keyOf(row)], on)}
                    />
                  </td>
                )}
                {columns.map((column, nth) => {
                  const [title, , kind, cell] = column;
                  const value = valueIn(column, row);
                  const content = cell?.(row) ?? contentOf(value, kind);
                  return (
                    <td key={title} class={RIGHT.has(kind) ? 'number' : STYLED.has(kind) ? kind : undefined}>
                      {nth > 0 ? (
                        content
                      ) : href ? (
                        <a href={href(row)}>{content}</a>
                      ) : onOpen ? (
                        <button type="button" class="link" aria-expanded={keyOf(row) === opened} onClick={() => onOpen(row)}>
                          {content || '(empty)'}
                        </button>
                      ) : (
                        content
                      )}
                    </td>
                  );
                })}
                {controls && <td class="controls">{controls(row)}</td>}
              </tr>
            ))}
            {windowed && to < found.length && <Spacer rows={found.length - to} columns={width} />}
          </tbody>
        </table>
        {found.length === 0 && <p class="none">{q ? `Nothing matches “${q}”.` : (empty ?? 'None.')}</p>}
      </div>
    </section>
  );
}

const Check = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) => (
  <input type="checkbox" aria-label={label} checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
);

/** Columns that are aligned at the right. */
const RIGHT = new Set<Kind | undefined>(['number', 'bytes']);
const STYLED = new Set<Kind | undefined>(['mono', 'dim']);

const valueIn = <T,>([, value]: Column<T>, row: T) =>
  typeof value === 'function' ? value(row) : (row[value] as string | number | undefined);

const contentOf = (value: string | number | null | undefined, kind: Kind | undefined): ComponentChildren =>
  kind === 'badge' ? (
    <Badge state={value === undefined ? undefined : String(value)} />
  ) : kind === 'arn' && value ? (
    <ArnLink arn={String(value)} />
  ) : (
    shown(value, kind)
  );

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

const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });

const orderOf = (sort: string, title: string): 'ascending' | 'descending' | undefined =>
  sort === title ? 'ascending' : sort === `-${title}` ? 'descending' : undefined;

const nextSort = (sort: string, title: string): string => (sort === title ? `-${title}` : sort === `-${title}` ? '' : title);
