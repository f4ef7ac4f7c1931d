// Caches answers that depend on one text only, for texts that come again and again, such as host names.

const MAX_ENTRIES = 100;

/** Like `answer`, computed once per text; keeps at most `most` answers. */
export function memoize<T>(answer: (text: string) => T, most = MAX_ENTRIES): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    if (known.size >= most) known.clear();
    found = answer(text);
    known.set(text, found);
    return found;
  };
}
