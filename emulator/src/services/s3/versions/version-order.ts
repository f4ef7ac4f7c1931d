// Version ids. They sort newest first without an index: the number of earlier versions, counted down, then random characters, and then check
// characters, by which an id that was made up is told from that of a version which is gone.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const COUNT_LENGTH = 6;
const LAST = DIGITS.length ** COUNT_LENGTH - 1;
const ID = /^[0-9A-Za-z]{32}$/;

/** The number of random characters after the count, and of check characters after these. */
export const CHANCE_LENGTH = 22;
const CHECK_LENGTH = 4;
export const VERSION_ALPHABET = DIGITS;

/** A new id that sorts before `newest`. */
export function versionOrder(newest: string | undefined, chance: string): string {
  let rest = LAST - (newest === undefined ? 0 : countOf(newest) + 1);
  let digits = '';
  for (let i = 0; i < COUNT_LENGTH; i++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return withCheck(digits + chance);
}

/** The text with characters that follow from it. */
function withCheck(text: string): string {
  let sum = 0;
  for (const digit of text) sum = (sum * 31 + digit.charCodeAt(0)) % DIGITS.length ** CHECK_LENGTH;
  let checked = text;
  for (let i = 0; i < CHECK_LENGTH; i++) {
    checked += DIGITS[sum % DIGITS.length];
    sum = Math.floor(sum / DIGITS.length);
  }
  return checked;
}

/** Whether a version has or had this id. Ids from before there were check characters are known by their versions alone. */
export const isGenuine = (id: string): boolean => ID.test(id) && withCheck(id.slice(0, -CHECK_LENGTH)) === id;

/** The number of versions of the key before this one. */
export function countOf(order: string): number {
  let value = 0;
  for (const digit of order.slice(0, COUNT_LENGTH)) value = value * DIGITS.length + DIGITS.indexOf(digit);
  return LAST - value;
}

/** Whether the text has the form of a version id: others are refused without a lookup. */
export const looksLikeVersionId = (id: string): boolean => id === 'null' || ID.test(id);
