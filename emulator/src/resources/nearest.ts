// The known name that is most like another, for messages; none where nothing comes close.

export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: { name: string; far: number } | undefined;
  for (const each of known) {
    const far = distance(name.toLowerCase(), each.toLowerCase());
    if (!best || far < best.far) best = { name: each, far };
  }
  return best && best.far <= name.length / 3 ? best.name : undefined;
}

/** Letters to add, drop or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
