// Tab, filter and order are in the query of the address. Changing them replaces the entry in the history; opening a tab adds one.
import { useLocation } from 'preact-iso/router';

export type Query = Readonly<Record<string, string>>;

/** The query, and a function that changes members of it: empty text removes one. */
export function useQuery(): [Query, (change: Query, add?: boolean) => void] {
  const { url, route } = useLocation();
  const [path = '', search = ''] = url.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  return [
    query,
    (change, add = false) => {
      const next = new URLSearchParams({ ...query, ...change });
      for (const [name, value] of [...next]) if (value === '') next.delete(name);
      route(next.size > 0 ? `${path}?${next}` : path, !add);
    },
  ];
}
