// Answers that depend on one text only, kept for the texts that are asked about again and again, e.g. the names of hosts.

const MAX_ENTRIES = 100;

/** As `answer`, worked out once for a text; at most so many are kept. */
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
