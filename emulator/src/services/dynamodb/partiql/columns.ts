// The columns of a SELECT: a path gives an attribute that is named by its last part.
import { firstRepeated } from '#lib/first-repeated';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import type { Item } from '#services/dynamodb/engine/value';
import { openItem } from '#services/dynamodb/engine/value';
import { type AttributePath, headOf, valueAt } from '#services/dynamodb/expressions/path';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Expression } from './syntax.ts';
import { attributePath } from './translate.ts';

export interface Columns {
  /** The attributes that the columns are read from. */
  readonly heads: readonly string[];
  project(item: Item): Item;
}

/** `m.k[0]` is column `k[0]`. */
function columnName(path: AttributePath): string {
  const named = path.findLastIndex((part) => typeof part === 'string');
  return path
    .slice(named)
    .map((part) => (typeof part === 'string' ? part : `[${part}]`))
    .join('');
}

/** Undefined for whole items. @throws Fault ValidationException */
export function columnsOf(columns: readonly Expression[] | undefined): Columns | undefined {
  if (!columns) return undefined;
  const named = columns.map((column) => {
    if (column.kind !== 'path') throw invalid(`Unexpected path component at ${column.at}`);
    const path = attributePath(column);
    return { path, name: columnName(path) };
  });
  const repeated = firstRepeated(named.map(({ name }) => name));
  if (repeated !== undefined) throw invalid(`Duplicate identifiers in select clause: ${repeated}`);
  return {
    heads: named.map(({ path }) => headOf(path)),
    project: (item) => {
      const row = openItem();
      for (const { path, name } of named) {
        const value = valueAt(item, path);
        if (value !== undefined) row[name] = value;
      }
      return row;
    },
  };
}

/** Global indexes have nothing beyond what they project. @throws Fault ValidationException */
export function checkProjected(columns: Columns | undefined, index: IndexSchema | undefined): void {
  if (!columns || !index?.projected || !index.index.global) return;
  const missing = columns.heads.filter((name) => !index.projected!.has(name));
  if (missing.length > 0) throw invalidParameter(`Global secondary index ${index.index.name} does not project [${missing.join(', ')}]`);
}
