// The columns of a list, with what is read about each of its items.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { valueIn } from './cell.tsx';
import type { Api, Column, ResourceView } from './resource.ts';

/** Items about which something is read one by one; of longer lists nothing is. */
const MAX_READ = 100;

export function useColumns(
  { columns, readEach, nameOf }: ResourceView<unknown>,
  items: readonly unknown[],
  api: Api,
): readonly Column<unknown>[] {
  const [read, setRead] = useState<ReadonlyMap<string, unknown>>(new Map());
  useEffect(() => {
    if (!readEach || items.length > MAX_READ) return;
    let current = true;
    // An item that is gone meanwhile has nothing to tell.
    const each = items.map(async (item) => [nameOf(item), await readEach(item, api).catch(() => undefined)] as const);
    void Promise.all(each).then((all) => current && setRead(new Map(all)));
    return () => {
      current = false;
    };
  }, [items]);
  return useMemo(() => {
    if (typeof columns !== 'function') return columns;
    const all = columns((item) => read.get(nameOf(item)));
    // Columns of what is not read would be empty.
    return items.length > MAX_READ ? all.filter((column) => valueIn(column, items[0]) !== undefined) : all;
  }, [columns, read, items.length > MAX_READ]);
}
