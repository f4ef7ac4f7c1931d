// Regular expressions in queries, in time that grows with the text alone: plain words are searched, most expressions run in RE2, and those with
// look-arounds or back references in the emulator's own engine, which counts its steps.
import { RE2JS } from 're2js';
import { Regex, RegexBudget, RegexTooCostly } from '#lib/regex/regex';
import { QueryTooCostly } from './query-error.ts';

/** Limit: instructions of a regular expression in a query, times the characters of one event. About 200 ms. */
const MAX_TEST_COST = 40_000_000;
/** Limit: the same for `parse`, which also notes where its groups are. About 200 ms. */
const MAX_PARSE_COST = 4_000_000;

export interface TextMatcher {
  /** Names of the groups, in their order. */
  readonly names: readonly string[];
  /** @throws QueryTooCostly */
  test(text: string): boolean;
  /** The texts of the named groups; undefined without a match. @throws QueryTooCostly */
  groups(text: string): readonly (string | undefined)[] | undefined;
}

/** @throws Error that says why it is no regular expression */
export function textMatcher(source: string): TextMatcher {
  const plain = plainText(source);
  return plain ?? linearMatcher(source) ?? countedMatcher(source);
}

const PLAIN = /^(?:\(\?i\))?((?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+)$/;

const ASCII = /^[\x20-\x7e]+$/;

/** A word needs no engine, also where small and capital letters are the same. */
function plainText(source: string): TextMatcher | undefined {
  const word = PLAIN.exec(source)?.[1];
  if (word === undefined) return undefined;
  const literal = word.replace(/\\(.)/g, '$1');
  const ignoresCase = source.startsWith('(?i)');
  if (ignoresCase && !ASCII.test(literal)) return undefined;
  const lower = literal.toLowerCase();
  const test = (text: string): boolean => (ignoresCase ? text.toLowerCase().includes(lower) : text.includes(literal));
  return { names: [], test, groups: (text) => found(test(text)) };
}

const found = (is: boolean): readonly undefined[] | undefined => (is ? [] : undefined);

/** Undefined where RE2 does not know a part of the expression. */
function linearMatcher(source: string): TextMatcher | undefined {
  const compiled = unlessThrown(() => RE2JS.compile(source));
  if (!compiled) return undefined;
  const size = compiled.programSize();
  const byName = Object.entries(compiled.namedGroups()).sort(([, a], [, b]) => a - b);
  const check = (text: string, most: number): void => {
    if (size * text.length > most) throw tooLong(source, text);
  };
  return {
    names: byName.map(([name]) => name),
    test: (text) => {
      check(text, MAX_TEST_COST);
      return compiled.test(text);
    },
    groups: (text) => {
      check(text, MAX_PARSE_COST);
      const matcher = compiled.matcher(text);
      return matcher.find() ? byName.map(([, index]) => matcher.group(index) ?? undefined) : undefined;
    },
  };
}

/** @throws RegexSyntaxError */
function countedMatcher(source: string): TextMatcher {
  const regex = new Regex(source, { whole: false, captures: true });
  const { groupNames } = regex;
  const within = <T>(run: (budget: RegexBudget) => T, text: string): T => {
    try {
      return run(new RegexBudget());
    } catch (error) {
      if (error instanceof RegexTooCostly) throw tooLong(source, text);
      throw error;
    }
  };
  return {
    names: [...groupNames.keys()],
    test: (text) => within((budget) => regex.test(text, budget), text),
    groups: (text) =>
      within((budget) => {
        const match = regex.first(text, budget);
        return match && [...groupNames.values()].map((index) => match.groups[index]);
      }, text),
  };
}

const MAX_SHOWN = 60;

const tooLong = (source: string, text: string): QueryTooCostly =>
  new QueryTooCostly(`the regular expression /${source.slice(0, MAX_SHOWN)}/ takes too long in an event of ${text.length} characters`);

function unlessThrown<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
