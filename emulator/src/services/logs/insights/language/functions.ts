// The functions of queries, without aggregate functions and those of periods. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-operations-functions.html
import { table } from '#lib/table';
import { isIpInSubnet, isIpv4InSubnet, isIpv6InSubnet, isValidIp, isValidIpV4, isValidIpV6 } from './address-functions.ts';
import { QueryTooCostly } from './query-error.ts';
import { isTrue, Moment, numberOf, textOf } from './values.ts';

/** Limit: characters of a text that a function of a query makes. */
const MAX_TEXT = 1_048_576;

interface QueryFunction {
  readonly min: number;
  readonly max: number;
  readonly run: (...values: unknown[]) => unknown;
}

const taking = (min: number, max: number, run: QueryFunction['run']): QueryFunction => ({ min, max, run });
const ofNumber = (run: (value: number) => number): QueryFunction => taking(1, 1, (value) => known(run(numberOf(value))));
const ofText = (run: (text: string) => unknown): QueryFunction =>
  taking(1, 1, (value) => (value === undefined ? undefined : run(textOf(value))));

const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

function checkLength(length: number): void {
  if (length > MAX_TEXT) throw new QueryTooCostly(`a function makes a text of more than ${MAX_TEXT.toLocaleString('en')} characters`);
}

/** Cuts what is in the second argument off the ends; blanks without one. */
const trimming = (left: boolean, right: boolean): QueryFunction =>
  taking(1, 2, (value, characters) => {
    if (value === undefined) return undefined;
    const text = textOf(value);
    const isCut = (character: string): boolean =>
      characters === undefined ? character.trim() === '' : textOf(characters).includes(character);
    let [start, end] = [0, text.length];
    if (left) while (start < end && isCut(text[start]!)) start++;
    if (right) while (end > start && isCut(text[end - 1]!)) end--;
    return text.slice(start, end);
  });

function substring(value: unknown, from: unknown, length?: unknown): string | undefined {
  if (value === undefined) return undefined;
  const start = Math.max(0, numberOf(from));
  return textOf(value).slice(start, length === undefined ? undefined : start + Math.max(0, numberOf(length)));
}

function replaced(value: unknown, what: unknown, by: unknown): string | undefined {
  if (value === undefined) return undefined;
  const [text, replacement] = [textOf(value), textOf(by)];
  const parts = text.split(textOf(what));
  checkLength(text.length + parts.length * replacement.length);
  return parts.join(replacement);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

export const FUNCTIONS: Readonly<Record<string, QueryFunction>> = table({
  abs: ofNumber(Math.abs),
  ceil: ofNumber(Math.ceil),
  floor: ofNumber(Math.floor),
  log: ofNumber(Math.log),
  sqrt: ofNumber(Math.sqrt),
  greatest: taking(1, 100, (...values) => known(Math.max(...values.map(numberOf)))),
  least: taking(1, 100, (...values) => known(Math.min(...values.map(numberOf)))),
  ispresent: taking(1, 1, (value) => value !== undefined),
  isempty: taking(1, 1, (value) => value === undefined || value === ''),
  isblank: taking(1, 1, (value) => textOf(value).trim() === ''),
  coalesce: taking(1, 100, (...values) => values.find((value) => value !== undefined)),
  if: taking(3, 3, (test, yes, no) => (isTrue(test) ? yes : no)),
  concat: taking(1, 100, (...values) => {
    const texts = values.map(textOf);
    checkLength(texts.reduce((sum, text) => sum + text.length, 0));
    return texts.join('');
  }),
  trim: trimming(true, true),
  ltrim: trimming(true, false),
  rtrim: trimming(false, true),
  strlen: ofText((text) => Array.from(text).length),
  toupper: ofText((text) => text.toUpperCase()),
  tolower: ofText((text) => text.toLowerCase()),
  substr: taking(2, 3, substring),
  replace: taking(3, 3, replaced),
  strcontains: taking(2, 2, (value, what) => (value === undefined ? 0 : textOf(value).includes(textOf(what)) ? 1 : 0)),
  frommillis: taking(1, 1, (value) => (Number.isNaN(numberOf(value)) ? undefined : new Moment(numberOf(value)))),
  tomillis: ofNumber((value) => value),
  isvalidip: taking(1, 1, isValidIp),
  isvalidipv4: taking(1, 1, isValidIpV4),
  isvalidipv6: taking(1, 1, isValidIpV6),
  isipinsubnet: taking(2, 2, isIpInSubnet),
  isipv4insubnet: taking(2, 2, isIpv4InSubnet),
  isipv6insubnet: taking(2, 2, isIpv6InSubnet),
  jsonparse: ofText(parsed),
  jsonstringify: taking(1, 1, (value) => (value === undefined ? undefined : JSON.stringify(value))),
  unmask: taking(1, 1, (value) => value),
});
