// Reads a class of characters in brackets: members, ranges, `[a[b]]` unions, `&&` intersections.
import { ESCAPED_CLASSES, not } from './char-class.ts';
import type { RegexScanner } from './regex-scanner.ts';
import type { CharTest } from './syntax.ts';

/** Limit: levels of a character class of a regular expression. */
const MAX_DEPTH = 100;

/** Starts after the opening bracket. @throws RegexSyntaxError */
export function readSet(scan: RegexScanner, depth = 0): CharTest {
  if (depth > MAX_DEPTH) throw scan.wrong('classes are nested too deeply');
  const negated = scan.take('^');
  const sides: CharTest[][] = [[]];
  for (let first = true; first || scan.peek() !== ']'; first = false) {
    if (scan.peek() === '') throw scan.wrong('Unclosed character class');
    if (scan.take('&&')) sides.push([]);
    else sides.at(-1)!.push(scan.take('[') ? readSet(scan, depth + 1) : member(scan));
  }
  scan.at++;
  const used = sides.filter((side) => side.length > 0);
  const test: CharTest = (code) => used.every((side) => side.some((each) => each(code)));
  return negated ? not(test) : test;
}

function member(scan: RegexScanner): CharTest {
  const [from, test] = memberStart(scan);
  if (from === undefined) return test;
  const following = scan.peek(1);
  if (scan.peek() !== '-' || following === '' || following === ']' || following === '[') return test;
  scan.at++;
  const [to] = memberStart(scan);
  if (to === undefined || to < from) throw scan.wrong('Illegal character range');
  return (code) => code >= from && code <= to;
}

function memberStart(scan: RegexScanner): readonly [code: number | undefined, test: CharTest] {
  const code = scan.next();
  if (code !== 92) return [code, (other) => other === code];
  const letter = scan.peek();
  if (ESCAPED_CLASSES[letter] || letter === 'p' || letter === 'P') return [undefined, scan.escapedTest()];
  const escaped = scan.escapedCode(String.fromCodePoint(scan.next()));
  return [escaped, (other) => other === escaped];
}
