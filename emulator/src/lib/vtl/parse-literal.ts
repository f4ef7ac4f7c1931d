// Literals: texts, numbers, words, lists, ranges, maps.
import type { Evaluate, Grammar } from './grammar.ts';
import { textOf } from './print.ts';
import { Double, List, numberOf, type Value } from './values.ts';

const NUMBER = /-?(?:\d+\.\d+|\.\d+|\d+\.(?!\.))(?:[eE][+-]?\d+)?|-?\d+/y;
const WORD = /(?:true|false|null)\b/y;
const BARE_KEY = /[A-Za-z_][\w-]*(?=\s*:)/y;
const RANGE = /\.\./y;

export function parseLiteral(grammar: Grammar): Evaluate {
  const { scan } = grammar;
  if (scan.next === '"') return parseQuoted(grammar);
  if (scan.next === "'") {
    const text = quotedText(grammar, "'");
    return () => text;
  }
  if (scan.skip('[')) return parseList(grammar);
  if (scan.skip('{')) return parseMap(grammar);
  const number = scan.take(NUMBER)?.[0];
  if (number !== undefined) {
    const value = /[.eE]/.test(number) ? new Double(Number(number)) : Number(number);
    return () => value;
  }
  const word = scan.take(WORD)?.[0];
  if (word === undefined) throw scan.wrong(`${JSON.stringify(scan.source.slice(scan.at, scan.at + 10))} is not an expression`);
  const value = word === 'null' ? null : word === 'true';
  return () => value;
}

/** The text up to the closing quote; two quotes stand for one. */
function quotedText({ scan }: Grammar, quote: '"' | "'"): string {
  const start = scan.at + 1;
  for (let end = scan.source.indexOf(quote, start); end >= 0; end = scan.source.indexOf(quote, end + 2)) {
    if (scan.source[end + 1] === quote) continue;
    scan.at = end + 1;
    return scan.source.slice(start, end).replaceAll(quote + quote, quote);
  }
  throw scan.wrong(`${quote} expected`);
}

/** References and directives in double quotes run. */
function parseQuoted(grammar: Grammar): Evaluate {
  const text = quotedText(grammar, '"');
  if (!/[$#]/.test(text)) return () => text;
  const program = grammar.inner(text);
  return (rendering) => rendering.apart(program);
}

function parseList(grammar: Grammar): Evaluate {
  const { scan } = grammar;
  if (scan.skipNext(']')) return () => new List([]);
  const first = grammar.expression();
  scan.skipBlanks();
  if (scan.take(RANGE)) {
    const last = grammar.expression();
    scan.expect(']');
    return (rendering) => {
      const [from, to] = [numberOf(first(rendering)), numberOf(last(rendering))];
      if (from === undefined || to === undefined) return null;
      rendering.spend(Math.abs(to - from) + 1);
      const step = from <= to ? 1 : -1;
      return new List(Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * step));
    };
  }
  const items = [first];
  while (!scan.skipNext(']')) {
    scan.expect(',');
    items.push(grammar.expression());
  }
  return (rendering) => new List(items.map((item) => item(rendering)));
}

/** `{key: value, "key": value}` */
function parseMap(grammar: Grammar): Evaluate {
  const { scan } = grammar;
  const members: (readonly [Evaluate, Evaluate])[] = [];
  while (!scan.skipNext('}')) {
    if (scan.skip(',')) continue;
    const bare = scan.take(BARE_KEY)?.[0];
    const key: Evaluate = bare === undefined ? grammar.expression() : () => bare;
    scan.expect(':');
    members.push([key, grammar.expression()]);
  }
  return (rendering) => new Map(members.map(([key, value]): [string, Value] => [textOf(key(rendering), rendering), value(rendering)]));
}
