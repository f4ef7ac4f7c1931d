// `parse`: takes values out of a text, by a pattern with `*` or by the named groups of a regular expression.
import type { Expression } from './expression.ts';
import { perRow, type Stage } from './stage.ts';
import type { TextMatcher } from './text-matcher.ts';
import { textOf } from './values.ts';

/** The values between the literal parts, which are looked for one after the other; undefined where one is missing. */
export function globValues(parts: readonly string[], text: string): string[] | undefined {
  let from = text.indexOf(parts[0]!);
  if (from < 0) return undefined;
  from += parts[0]!.length;
  const values: string[] = [];
  for (let at = 1; at < parts.length; at++) {
    const part = parts[at]!;
    const to = part === '' && at === parts.length - 1 ? text.length : text.indexOf(part, from);
    if (to < 0) return undefined;
    values.push(text.slice(from, to));
    from = to + part.length;
  }
  return values;
}

const parseStage = (
  of: Expression,
  slots: readonly number[],
  valuesIn: (text: string) => readonly (string | undefined)[] | undefined,
): Stage =>
  perRow((row, next) => {
    const value = of.evaluate(row);
    const found = value === undefined ? undefined : valuesIn(textOf(value));
    if (found) for (const [at, slot] of slots.entries()) row.slots[slot] = found[at];
    return next.row(row);
  });

export const parseGlob = (of: Expression, parts: readonly string[], slots: readonly number[]): Stage =>
  parseStage(of, slots, (text) => globValues(parts, text));

export const parseRegex = (of: Expression, matcher: TextMatcher, slots: readonly number[]): Stage =>
  parseStage(of, slots, (text) => matcher.groups(text));
