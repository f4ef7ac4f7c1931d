// The lines in which two texts differ: those of the longest common sequence are the same.

export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines beyond which no lines are compared: the table of all pairs would grow too large. */
const MAX_LINES = 600;

/** Undefined where one of them is too long to compare. */
export function differenceOf(before: string, after: string): DiffLine[] | undefined {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (a.length > MAX_LINES || b.length > MAX_LINES) return undefined;
  // lengths[i][j]: the longest sequence that a from i and b from j have in common.
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: ' ', text: a[i]! });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) lines.push({ sign: '-', text: a[i++]! });
    else lines.push({ sign: '+', text: b[j++]! });
  }
  return lines;
}
