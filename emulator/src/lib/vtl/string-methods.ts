// The methods of java.lang.String that templates call. Regular expressions run with counted steps.
import { Regex, RegexBudget, type RegexMatch, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { table } from '#lib/table';
import { textOf } from './print.ts';
import { TemplateError } from './template-error.ts';
import { isSame } from './truth.ts';
import { type Budget, List, numberOf, type Value } from './values.ts';

type StringMethod = (text: string, args: readonly Value[], budget: Budget) => Value;

/** Limit: characters that a method of a text makes in a mapping template. */
const MAX_LENGTH = 10 * 1024 * 1024;

const whole = (value: Value): number => Math.trunc(numberOf(value) ?? 0);

/** Texts that grow by replacing are bounded. */
function bounded(text: string, budget: Budget): string {
  if (text.length > MAX_LENGTH) throw new TemplateError('A text of the template is larger than 10 MB');
  budget.spend(1 + (text.length >> 4));
  return text;
}

/** For methods that look at the whole text. */
const reading =
  (method: StringMethod): StringMethod =>
  (text, args, budget) => {
    budget.spend(1 + (text.length >> 6));
    return method(text, args, budget);
  };

/** For methods that make another text of it, character by character. */
const converting =
  (convert: (text: string) => string): StringMethod =>
  (text, _, budget) => {
    budget.spend(1 + (text.length >> 4));
    return convert(text);
  };

/** For methods that look for a part: at worst each character of the text is compared with each of the part. */
const searching = (method: (text: string, part: string, args: readonly Value[]) => Value): StringMethod =>
  reading((text, args, budget) => {
    const part = textOf(args[0], budget);
    spendSearch(text, part, budget);
    return method(text, part, args);
  });

const spendSearch = (text: string, part: string, budget: Budget): void => budget.spend(Math.floor((text.length * part.length) / 1024));

function withRegex<T>(source: Value, options: { readonly whole: boolean; readonly captures?: boolean }, use: (regex: Regex) => T): T {
  try {
    return use(new Regex(String(source ?? ''), options));
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexTooCostly)
      throw new TemplateError(`The regular expression ${JSON.stringify(source)} cannot be used: ${error.message}`);
    throw error;
  }
}

/** `$1` in a replacement is a group, `\$` a dollar. */
function replacementOf(pattern: string, { groups }: RegexMatch): string {
  return pattern.replace(/\\(.)|\$(\d)|\$/gs, (all, escaped: string | undefined, group: string | undefined) => {
    if (escaped !== undefined) return escaped;
    return group === undefined ? all : (groups[Number(group)] ?? '');
  });
}

function replaceMatches(text: string, [source, replacement]: readonly Value[], isFirstOnly: boolean, budget: Budget): string {
  const pattern = textOf(replacement, budget);
  budget.spend(1 + text.length);
  return withRegex(source, { whole: false, captures: true }, (regex) => {
    const { matches, rest } = regex.pieces(text, new RegexBudget());
    const [first] = matches;
    if (isFirstOnly && !first) return text;
    const replaced = isFirstOnly && first ? [first] : matches;
    const end = isFirstOnly && first ? text.slice(first.before.length + first.groups[0].length) : rest;
    let made = '';
    for (const match of replaced) {
      made += match.before + replacementOf(pattern, match);
      if (made.length > MAX_LENGTH) break;
    }
    return bounded(made + end, budget);
  });
}

/** Java's `split`: without a limit, empty parts at the end are left out; a limit stops early. */
function split(text: string, [source, limit]: readonly Value[], budget: Budget): List {
  const most = numberOf(limit) ?? 0;
  budget.spend(1 + text.length);
  return withRegex(source, { whole: false }, (regex) => {
    const { matches, rest } = regex.pieces(text, new RegexBudget());
    budget.spend(matches.length);
    const parts: string[] = [];
    let at = 0;
    for (const { before, groups, isEmpty } of matches) {
      if (most > 0 && parts.length === most - 1) break;
      const end = at + before.length + groups[0].length;
      // A match of nothing at the start splits nothing off.
      if (!(isEmpty && end === 0)) parts.push(before);
      at = end;
    }
    if (parts.length === 0 && matches.length === 0) return new List([text]);
    const last = most > 0 ? text.slice(at) : rest;
    const isAtEnd = matches.at(-1)?.isEmpty === true && last === '';
    if (!isAtEnd) parts.push(last);
    if (most === 0) while (parts.length > 1 && parts.at(-1) === '') parts.pop();
    return new List(parts);
  });
}

function substring(text: string, from: Value, to: Value): string {
  const [start, end] = [whole(from), to === undefined ? text.length : whole(to)];
  if (start < 0 || end > text.length || start > end)
    throw new TemplateError(`substring(${start}, ${end}) is out of range of a text of ${text.length} characters`);
  return text.slice(start, end);
}

function hashCode(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash;
}

export const STRING_METHODS: Readonly<Record<string, StringMethod>> = table({
  length: (text) => text.length,
  size: (text) => text.length,
  isEmpty: (text) => text === '',
  toString: (text: string) => text,
  trim: reading((text) => text.trim()),
  toLowerCase: converting((text) => text.toLowerCase()),
  toUpperCase: converting((text) => text.toUpperCase()),
  substring: (text, [from, to]) => substring(text, from, to),
  charAt: (text, [at]) => substring(text, at, whole(at) + 1),
  indexOf: searching((text, part, [, from]) => text.indexOf(part, whole(from))),
  lastIndexOf: searching((text, part) => text.lastIndexOf(part)),
  startsWith: reading((text, [part], budget) => text.startsWith(textOf(part, budget))),
  endsWith: reading((text, [part], budget) => text.endsWith(textOf(part, budget))),
  contains: searching((text, part) => text.includes(part)),
  equals: (text, [other], budget) => isSame(text, other, budget),
  equalsIgnoreCase: (text, [other], budget) => {
    if (typeof other !== 'string' || other.length !== text.length) return false;
    budget.spend(1 + (text.length >> 3));
    return text.toLowerCase() === other.toLowerCase();
  },
  compareTo: reading((text, [other], budget) => {
    const that = textOf(other, budget);
    return text < that ? -1 : text > that ? 1 : 0;
  }),
  concat: (text, [other], budget) => bounded(text + textOf(other, budget), budget),
  replace: (text, [part, replacement], budget) => {
    const [old, made] = [textOf(part, budget), textOf(replacement, budget)];
    budget.spend(1 + (text.length >> 6));
    spendSearch(text, old, budget);
    const count = made.length > old.length ? text.split(old).length - 1 : 0;
    if (text.length + count * (made.length - old.length) > MAX_LENGTH)
      throw new TemplateError('A text of the template is larger than 10 MB');
    return bounded(
      text.replaceAll(old, () => made),
      budget,
    );
  },
  replaceAll: (text, args, budget) => replaceMatches(text, args, false, budget),
  replaceFirst: (text, args, budget) => replaceMatches(text, args, true, budget),
  matches: (text, [source], budget) => {
    budget.spend(1 + text.length);
    return withRegex(source, { whole: true }, (regex) => regex.test(text));
  },
  split: (text, args, budget) => split(text, args, budget),
  hashCode: reading((text) => hashCode(text)),
});
