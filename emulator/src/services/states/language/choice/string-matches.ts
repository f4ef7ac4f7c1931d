// Patterns of StringMatches: `*` stands for any characters, `\*` for a star. Takes pattern × text steps at most.
import type { Effort } from '#services/states/language/effort';

interface Part {
  readonly character: string;
  readonly isWildcard: boolean;
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const isEscape = pattern[at] === '\\' && at + 1 < pattern.length;
    if (isEscape) at++;
    parts.push({ character: pattern[at]!, isWildcard: !isEscape && pattern[at] === '*' });
  }
  return parts;
}

/** Steps between two looks at the effort. */
const STEPS = 1000;

/** Whether the whole text matches. @throws PathError where that takes too long */
export function stringMatches(pattern: string, text: string, effort: Effort): boolean {
  effort.handle(pattern.length);
  const parts = partsOf(pattern);
  let steps = 0;
  let [part, at, wildcard, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (++steps % STEPS === 0) effort.handle(STEPS);
    const next = parts[part];
    if (next?.isWildcard) {
      [wildcard, resume] = [part++, at];
    } else if (next !== undefined && next.character === text[at]) {
      part++;
      at++;
    } else if (wildcard >= 0) {
      part = wildcard + 1;
      at = ++resume;
    } else return false;
  }
  return parts.slice(part).every(({ isWildcard }) => isWildcard);
}
