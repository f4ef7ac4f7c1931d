// The known name most similar to another, for messages; undefined where none is close.

/** No type name is longer; comparing longer texts with all known names would take long. */
const MAX_LENGTH = 128;

export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let most = Math.floor(name.length / 3);
  for (const each of known) {
    const far = distance(name.toLowerCase(), each.toLowerCase(), most);
    if (far === undefined) continue;
    best = each;
    most = far - 1;
  }
  return best;
}

/** Letters to add, drop or change; undefined as soon as there are more than `most`. */
function distance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
    if (Math.min(...row) > most) return undefined;
  }
  return row[b.length]! > most ? undefined : row[b.length]!;
}
