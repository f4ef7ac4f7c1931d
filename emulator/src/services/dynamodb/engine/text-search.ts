// Looks for a text within another in a time that grows with the sum of their lengths. That of `includes` grows with their product where both
// repeat themselves: 400 KB of one letter take it a minute.

/** Comparisons that `includes` makes at most in a few milliseconds. */
const MAX_COMPARISONS = 4_000_000;

export function includesText(text: string, part: string): boolean {
  return text.length * part.length <= MAX_COMPARISONS ? text.includes(part) : includesLong(text, part);
}

/** By Knuth, Morris and Pratt: no character of the text is looked at again. */
function includesLong(text: string, part: string): boolean {
  if (part.length > text.length) return false;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return true;
  }
  return false;
}

/** For each start of the text: the length of the longest shorter start that it ends with. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (text.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
