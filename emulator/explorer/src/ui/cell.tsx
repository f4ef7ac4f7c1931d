// The cells of tables: their values, and how each kind of value is shown.
import type { ComponentChildren } from 'preact';
import { Copy } from './copy.tsx';
import { shown } from './format.ts';
import { Badge } from './parts.tsx';
import { Reason } from './reason.tsx';
import type { Column, Kind } from './resource.ts';
import { ArnLink, Breakable, Middle } from './text.tsx';

/** Columns that are aligned at the right. */
export const RIGHT: ReadonlySet<Kind | undefined> = new Set(['number', 'bytes']);
/** Columns that say whether something went wrong: the row is marked then. */
export const OUTCOMES: ReadonlySet<Kind | undefined> = new Set(['badge', 'outcome']);
const STYLED: ReadonlySet<Kind | undefined> = new Set(['mono', 'dim', 'arn', 'time']);
/** Values that may be longer than their cell. */
const SHORTENED: ReadonlySet<Kind | undefined> = new Set([undefined, 'mono', 'arn', 'dim', 'badge', 'long']);
/** Characters that every column has room for. */
const MAX_SURE_LENGTH = 10;
/** Characters of a reason that a cell shows before somebody asks for more. */
const MAX_REASON = 80;

export const valueIn = <T,>([, value]: Column<T>, row: T) =>
  typeof value === 'function' ? value(row) : (row[value] as string | number | undefined);

export const classOf = <T,>([, , kind]: Column<T>): string | undefined =>
  RIGHT.has(kind) ? 'number' : STYLED.has(kind) ? kind : undefined;

/** The whole value, where the cell may show a part of it. */
export function titleOf<T>(column: Column<T>, row: T): string | undefined {
  const value = SHORTENED.has(column[2]) ? valueIn(column, row) : undefined;
  return typeof value === 'string' && value.length > MAX_SURE_LENGTH ? value : undefined;
}

/** `isName`: the first column, whose texts wrap; `oneLine`: all rows are equally high. */
export function contentOf<T>(column: Column<T>, row: T, isName: boolean, oneLine: boolean): ComponentChildren {
  const kind = column[2];
  const text = shown(valueIn(column, row), kind);
  if (text === '') return '';
  if (kind === 'badge' || kind === 'outcome') return <Badge state={text} />;
  if (kind === 'arn')
    return (
      <>
        <ArnLink line arn={text} /> <Copy text={text} what={text} />
      </>
    );
  if (kind === 'long' && !oneLine) return <Reason text={text} max={MAX_REASON} />;
  if (oneLine || text.length <= MAX_SURE_LENGTH || !SHORTENED.has(kind)) return text;
  if (!isName && !/\s/.test(text)) return <Middle text={text} />;
  return (
    <span class="clamp">
      <Breakable text={text} />
    </span>
  );
}
