// Managed data identifiers: how sensitive data looks, and which keywords must be near. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/protect-sensitive-log-data-types.html
import { isIP } from 'node:net';

/** Where a text has sensitive data: from the first character up to, not including, the last. */
export type TextSpan = readonly [start: number, end: number];
/** Finds data in a text. */
type Find = (text: string) => TextSpan[];

/** Finds one kind of data, in time that grows with the text alone. */
export interface Finder {
  readonly find: Find;
  /** Steps for each character, of which 20 million take about a second. Absent where the longest text is no work. */
  readonly cost?: number | undefined;
}

/** "Within 30 characters (inclusively) of the data." */
const NEAR = 30;

const matches = (text: string, pattern: RegExp, isIt: (found: string) => boolean = () => true): TextSpan[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: found, index }): TextSpan[] => (isIt(found) ? [[index, index + found.length]] : []));

/** Only data with one of the keywords near. A space in a keyword may be missing, or be `_` or `-`. */
function near(words: RegExp, find: Find): Find {
  return (text) =>
    find(text).filter(
      ([start, end]) => words.test(text.slice(Math.max(0, start - NEAR), start)) || words.test(text.slice(end, end + NEAR)),
    );
}

const LOCAL = /[\w.%+-]/;
const DOMAIN = /[A-Za-z0-9.-]/;
const EMAIL = /^[\w.%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/;
/** Characters of the longest part of an address on either side of its `@`. */
const MAX_PART = 255;

function emails(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let [start, end] = [at, at + 1];
    while (start > 0 && at - start < MAX_PART && LOCAL.test(text[start - 1]!)) start--;
    while (end < text.length && end - at < MAX_PART && DOMAIN.test(text[end]!)) end++;
    while (text[end - 1] === '.' || text[end - 1] === '-') end--;
    if (EMAIL.test(text.slice(start, end))) found.push([start, end]);
  }
  return found;
}

const addresses: Find = (text) => [
  ...matches(text, /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d]|\.\d)/g, (found) => isIP(found) === 4),
  ...matches(text, /(?<![\w:])[0-9A-Fa-f:]{3,39}(?![\w:])/g, (found) => found.includes(':') && isIP(found) === 6),
];

/** The check digit of a card's number (Luhn). */
function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || !/^(?:3[0-9]|4|5|6|2[2-7])/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The text between two lines, both included; up to its end where the last line is cut off. A line that begins another one within is part of the first. */
const block =
  (begin: RegExp, endOf: (line: string) => string): Find =>
  (text) => {
    const found: TextSpan[] = [];
    let at = 0;
    for (const { 0: line, index } of text.matchAll(begin)) {
      if (index < at) continue;
      const end = text.indexOf(endOf(line), index + line.length);
      at = end < 0 ? text.length : end + endOf(line).length;
      found.push([index, at]);
    }
    return found;
  };
const armour = (begin: RegExp): Find => block(begin, (line) => line.replace('BEGIN', 'END'));

const CARD_WORDS =
  /account[ _-]?number|american[ _-]?express|amex|card|cc[ _-]?#|ccn|credit|dankort|debit|diners[ _-]?club|discover|electron|jcb|mc|pan|pcn|union[ _-]?pay|visa/i;
const CODE_WORDS =
  /card[ _-]?(?:id|identification[ _-]?(?:code|number)|(?:security|validation)[ _-]?code|validation[ _-]?number|verification[ _-]?(?:data|value))|cvc|cvv|elo[ _-]?verification/i;
const EXPIRY_WORDS = /exp[ _-]?[dmy]|expiration|expiry/i;
const KEY_WORDS = /aws_secret_access_key|credentials|secret[ _-]?access[ _-]?key|secret[ _-]?key|set-awscredential/i;
const BIRTH_WORDS = /dob|date[ _-]?of[ _-]?birth|birth[ _-]?date|birthday|b-?day/i;
const SSN_WORDS = /social[ _-]?security|ss#|ssn/i;

const SHORT_DATA: readonly (readonly [string, Find])[] = [
  ['EmailAddress', emails],
  ['IpAddress', addresses],
  ['CreditCardNumber', near(CARD_WORDS, (text) => matches(text, /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, isCardNumber))],
  ['CreditCardSecurityCode', near(CODE_WORDS, (text) => matches(text, /(?<!\d)\d{3,4}(?!\d)/g))],
  ['CreditCardExpiration', near(EXPIRY_WORDS, (text) => matches(text, /(?<!\d)(?:0[1-9]|1[0-2])[/-](?:20)?\d\d(?!\d)/g))],
  ['AwsSecretKey', near(KEY_WORDS, (text) => matches(text, /(?<![\w/+])[A-Za-z0-9/+]{40}(?![\w/+=])/g))],
  [
    'DateOfBirth',
    near(BIRTH_WORDS, (text) => matches(text, /(?<!\d)(?:\d{1,2}[ /-]\d{1,2}[ /-]\d{2,4}|\d{4}[ /-]\d{1,2}[ /-]\d{1,2})(?!\d)/g)),
  ],
  ['Ssn-US', near(SSN_WORDS, (text) => matches(text, /(?<!\d)(?!000|666|9)\d{3}[ -]?(?!00)\d{2}[ -]?(?!0000)\d{4}(?!\d)/g))],
];

const KEYS: readonly (readonly [string, Find])[] = [
  ['OpenSshPrivateKey', armour(/-----BEGIN OPENSSH PRIVATE KEY-----/g)],
  ['PgpPrivateKey', armour(/-----BEGIN PGP PRIVATE KEY BLOCK-----/g)],
  ['PkcsPrivateKey', armour(/-----BEGIN (?:RSA |EC |DSA |ENCRYPTED )?PRIVATE KEY-----/g)],
  ['PuttyPrivateKey', block(/PuTTY-User-Key-File-\d:/g, () => 'Private-MAC:')],
];

/** As measured for texts in which every word is near a keyword. */
const COST_OF_SHORT_DATA = 20;

/** By the name at the end of the identifier's ARN. */
export const MANAGED: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ...SHORT_DATA.map(([name, find]) => [name, { find, cost: COST_OF_SHORT_DATA }] as const),
  ...KEYS.map(([name, find]) => [name, { find }] as const),
]);
