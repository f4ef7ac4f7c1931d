// Letter case as event patterns ignore it: each UTF-16 unit of the pattern stands for its lower-case or its upper-case text.

/** Lower and upper bytes of each unit of the pattern. */
export type Folds = readonly (readonly [Uint8Array, Uint8Array])[];

export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

export function foldsOf(text: string): Folds {
  return Array.from(text, (char) =>
    char.length > 1 ? [Buffer.from(char), Buffer.from(char)] : [Buffer.from(char.toLowerCase()), Buffer.from(char.toUpperCase())],
  );
}

/** Matches from `start` on. Returns the end of the match, or -1. */
export function foldsForward(folds: Folds, text: Uint8Array, start: number, end: number): number {
  let at = start;
  for (const [lower, upper] of folds) {
    if (holds(lower, text, at, end)) at += lower.length;
    else if (holds(upper, text, at, end)) at += upper.length;
    else return -1;
  }
  return at;
}

/** Matches the end of `text[start, end)`. */
export function foldsBackward(folds: Folds, text: Uint8Array, start: number, end: number): boolean {
  let at = end;
  for (let i = folds.length - 1; i >= 0; i--) {
    const [lower, upper] = folds[i]!;
    if (at - lower.length >= start && holds(lower, text, at - lower.length, at)) at -= lower.length;
    else if (at - upper.length >= start && holds(upper, text, at - upper.length, at)) at -= upper.length;
    else return false;
  }
  return true;
}

function holds(bytes: Uint8Array, text: Uint8Array, start: number, end: number): boolean {
  if (start + bytes.length > end) return false;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== text[start + i]) return false;
  return true;
}
