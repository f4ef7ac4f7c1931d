// Whether a value is small enough to be handed from one thread to another: strings that a value names often are copied as often.
import { isList, isObject, type Json } from '#services/states/language/json';

const OTHER = 8;

/** Characters of texts and names, and eight for everything else. */
export function sizeWithin(value: Json | undefined, most: number): boolean {
  let left = most;
  const count = (part: Json | undefined): void => {
    left -= typeof part === 'string' ? part.length : OTHER;
    if (left < 0) return;
    if (isList(part)) for (const element of part) count(element);
    else if (isObject(part))
      for (const name in part) {
        left -= name.length;
        if (left >= 0) count(part[name]);
      }
  };
  count(value);
  return left >= 0;
}
