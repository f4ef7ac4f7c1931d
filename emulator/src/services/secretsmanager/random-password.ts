// Random passwords from chosen kinds of characters.
import { randomInt } from 'node:crypto';

export interface PasswordRule {
  readonly length: number;
  /** The characters of each included kind, without the excluded ones. */
  readonly kinds: readonly string[];
  readonly eachKind: boolean;
}

export const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
export const UPPERCASE = LOWERCASE.toUpperCase();
export const NUMBERS = '0123456789';
export const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const pick = (from: string): string => from[randomInt(from.length)]!;

/** Draws each character from all kinds. With `eachKind` it first draws one of each kind. */
export function randomPassword({ length, kinds, eachKind }: PasswordRule): string {
  const all = kinds.join('');
  const first = eachKind ? kinds.map(pick) : [];
  const rest = Array.from({ length: length - first.length }, () => pick(all));
  return shuffle([...first, ...rest]).join('');
}

function shuffle(items: string[]): string[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
}
