// A table that filters and sorts. Filter and order are in the address, so that a reload and Back restore them.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useQuery } from '#shell/query.ts';
import { say } from '#shell/session.ts';
import { RIGHT, valueIn } from './cell.tsx';
import { layoutOf } from './column-layout.ts';
import { Confirm } from './confirm.tsx';
import { FilterField, hasWords, wordsIn } from './filter.tsx';
import { counted, shown, shownCount } from './format.ts';
import { Check, isWindowed, type RowsProps, TableRows } from './table-rows.tsx';

interface Removal<T> {
  /** The name of a row, in the singular. */
  readonly one: string;
  /** @throws Fault in the words of the service */
  remove(row: T): Promise<void>;
  done(): void;
}

interface TableProps<T> extends RowsProps<T> {
  readonly label: string;
  /** Rows can be selected, and the selected ones removed together. */
  readonly removal?: Removal<T> | undefined;
  /** Beside the filter. */
  readonly tools?: ComponentChildren;
  /** More is still being read. */
  readonly partial?: boolean;
  readonly filterable?: boolean;
  /** Text by which a row is found, besides that of its columns. */
  readonly textOf?: (row: T) => string;
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
  textOf,
  empty,
}: TableProps<T>) {
  const [query, setQuery] = useQuery();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { q = '', sort = '' } = filterable ? query : {};
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const words = wordsIn(q);
    const kept =
      words.length === 0
        ? rows
        : rows.filter((row) => {
            const texts = columns.map((column) => shown(valueIn(column, row), column[2]));
            return hasWords([...texts, textOf?.(row)].join(' '), words);
          });
    const by = columns.find(([title]) => title === sort.replace(/^-/, ''));
    if (!by) return kept;
    const sign = sort.startsWith('-') ? -1 : 1;
    return [...kept].sort((a, b) => sign * compare(valueIn(by, a), valueIn(by, b)));
  }, [rows, columns, q, sort]);
  const windowed = isWindowed(found.length);
  const roomPx = useWidth(box);
  const table = useRef<HTMLTableElement>(null);
  /** Columns that are left out besides, because cells are wider than columns of their kind mostly are. */
  const [left, setLeft] = useState({ roomPx, count: 0 });
  const beyond = left.roomPx === roomPx ? left.count : 0;
  const layout = useMemo(
    () =>
      layoutOf(
        columns.slice(0, columns.length - beyond),
        roomPx,
        { check: removal !== undefined, controls: controls !== undefined },
        windowed,
      ),
    [columns, beyond, roomPx, removal === undefined, controls === undefined, windowed],
  );
  useLayoutEffect(() => {
    if (windowed || layout.cards || layout.columns.length < 3 || !table.current) return;
    const { scrollWidth, clientWidth } = table.current;
    if (scrollWidth > clientWidth + 1) setLeft({ roomPx, count: columns.length - layout.columns.length + 1 });
  }, [layout, found]);
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
  return (
    <section class="table-section">
      {(filterable || tools) && (
        <div class="tools">
          {filterable && <FilterField label={`Filter ${label}`} value={q} onType={(text) => setQuery({ q: text })} />}
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
        <table
          ref={table}
          class={layout.cards ? 'cards' : 'grid'}
          style={{ gridTemplateColumns: layout.tracks }}
          aria-rowcount={windowed ? found.length + 1 : undefined}
        >
          <thead>
            <tr>
              {removal && (
                <th scope="col" class="check">
                  <Check
                    label={`Select all ${label}`}
                    checked={found.length > 0 && chosen.length === found.length}
                    onChange={(on) => choose(found.map(keyOf), on)}
                  />
                </th>
              )}
              {layout.columns.map(([title, , kind]) => (
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
          <TableRows
            rows={found}
            columns={layout.columns}
            cards={layout.cards}
            keyOf={keyOf}
            href={href}
            onOpen={onOpen}
            opened={opened}
            controls={controls}
            box={box}
            selection={removal && { keys: selected, choose: (key, on) => choose([key], on) }}
          />
        </table>
        {found.length === 0 && <p class="none">{q ? `Nothing matches “${q}”.` : (empty ?? 'None.')}</p>}
      </div>
    </section>
  );
}

/** The width of an element in pixels, now and whenever it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(element.current?.clientWidth ?? 0);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}

const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });

const orderOf = (sort: string, title: string): 'ascending' | 'descending' | undefined =>
  sort === title ? 'ascending' : sort === `-${title}` ? 'descending' : undefined;

const nextSort = (sort: string, title: string): string => (sort === title ? `-${title}` : sort === `-${title}` ? '' : title);
