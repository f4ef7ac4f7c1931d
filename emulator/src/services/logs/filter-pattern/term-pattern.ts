// Terms: all of `ERROR ARGUMENTS`, any of `?ERROR ?WARN`, none of `-DEBUG`; "exact phrases" and %regular expressions%.
import type { FilterPattern } from './pattern.ts';
import { invalidPattern } from './pattern-error.ts';
import { compileRegex } from './regex.ts';

type Test = (message: string) => boolean;
interface Term {
  readonly sign: '' | '?' | '-';
  readonly test: Test;
}

const BARE = /^\w+$/;
const TERM = /([?-]?)(?:"((?:[^"\\]|\\.)*)"|%([^%]*)%|([^\s"%]+))(?=\s|$)/y;

export function compileTermPattern(text: string): FilterPattern {
  const terms = readTerms(text);
  const of = (sign: Term['sign']): Test[] => terms.filter((term) => term.sign === sign).map(({ test }) => test);
  const [all, none] = [of(''), of('-')];
  // "If you combine ? with other filter patterns, it is ignored."
  const any = all.length + none.length === 0 ? of('?') : [];
  const matches: Test = (message) =>
    all.every((test) => test(message)) && !none.some((test) => test(message)) && (any.length === 0 || any.some((test) => test(message)));
  return { kind: 'terms', matches, extract: (message) => (matches(message) ? {} : undefined) };
}

function readTerms(text: string): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < text.length; ) {
    TERM.lastIndex = at;
    const [whole, sign = '', phrase, regex, word] = TERM.exec(text) ?? [];
    if (whole === undefined) throw invalidPattern();
    terms.push({ sign: sign as Term['sign'], test: termTest(phrase, regex, word) });
    at += whole.length;
    while (/\s/.test(text[at] ?? '')) at++;
  }
  return terms;
}

function termTest(phrase: string | undefined, regex: string | undefined, word: string | undefined): Test {
  if (regex !== undefined) return compileRegex(regex);
  if (phrase !== undefined) {
    const wanted = phrase.replace(/\\(["\\])/g, '$1');
    // `" "` is the documented way to say "everything".
    return wanted.trim() === '' ? () => true : (message) => message.includes(wanted);
  }
  if (word === undefined || !BARE.test(word)) throw invalidPattern();
  return (message) => message.includes(word);
}
