// Character classes by name and by escape, as Java defines them.
import { table } from '#lib/table';
import { type CharTest, RegexSyntaxError } from './syntax.ts';

const within =
  (...ranges: readonly (readonly [from: number, to: number])[]): CharTest =>
  (code) =>
    ranges.some(([from, to]) => code >= from && code <= to);

export const not =
  (test: CharTest): CharTest =>
  (code) =>
    !test(code);

const digit = within([48, 57]);
const lower = within([97, 122]);
const upper = within([65, 90]);
const alpha = within([65, 90], [97, 122]);
const alnum = within([48, 57], [65, 90], [97, 122]);
export const isWord = within([48, 57], [65, 90], [95, 95], [97, 122]);
const space = within([9, 13], [32, 32]);
const horizontal = within(
  [9, 9],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
);
export const isLineEnd = within([10, 10], [13, 13], [0x85, 0x85], [0x2028, 0x2029]);
const vertical = within([10, 13], [0x85, 0x85], [0x2028, 0x2029]);
const punctuation = within([33, 47], [58, 64], [91, 96], [123, 126]);

/** The classes that a backslash escape names. */
export const ESCAPED_CLASSES: Readonly<Record<string, CharTest>> = table({
  d: digit,
  D: not(digit),
  w: isWord,
  W: not(isWord),
  s: space,
  S: not(space),
  h: horizontal,
  H: not(horizontal),
  v: vertical,
  V: not(vertical),
});

const NAMED: Readonly<Record<string, CharTest>> = table({
  Lower: lower,
  Upper: upper,
  ASCII: within([0, 127]),
  Alpha: alpha,
  Digit: digit,
  Alnum: alnum,
  Punct: punctuation,
  Graph: within([33, 126]),
  Print: within([32, 126]),
  Blank: within([9, 9], [32, 32]),
  Cntrl: within([0, 31], [127, 127]),
  XDigit: within([48, 57], [65, 70], [97, 102]),
  Space: space,
});

/** The class of `\p{name}`: POSIX names, Unicode categories, scripts and properties. @throws RegexSyntaxError */
export function namedClass(name: string): CharTest {
  if (Object.hasOwn(NAMED, name)) return NAMED[name]!;
  const bare = name.replace(/^(?:Is|general_category=|gc=)/, '');
  const script = /^(?:script=|sc=)?(\w+)$/.exec(bare)?.[1] ?? '';
  if (!/^\w{1,40}$/.test(script)) throw new RegexSyntaxError(`Unknown character property name {${name}}`);
  for (const property of [script, `Script=${script}`]) {
    try {
      // Tested on one character at a time, so it is always fast.
      const expression = new RegExp(`^\\p{${property}}$`, 'u');
      return (code) => expression.test(String.fromCodePoint(code));
    } catch {
      // Not a property by this spelling: try the next one.
    }
  }
  throw new RegexSyntaxError(`Unknown character property name {${name}}`);
}

/** ASCII letters match both cases, as without Java's UNICODE_CASE. */
export const ignoringCase =
  (test: CharTest): CharTest =>
  (code) =>
    test(code) || (alpha(code) && test(code ^ 32));
