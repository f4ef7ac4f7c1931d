// Version ids. They sort newest first without an index: the number of earlier versions, counted down, and then random characters.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const COUNT_LENGTH = 6;
const LAST = DIGITS.length ** COUNT_LENGTH - 1;
const ID = /^[0-9A-Za-z]{32}$/;

/** The number of random characters after the count. */
export const CHANCE_LENGTH = 26;
export const VERSION_ALPHABET = DIGITS;

/** A new id that sorts before `newest`. */
export function versionOrder(newest: string | undefined, chance: string): string {
  let rest = LAST - (newest === undefined ? 0 : countOf(newest) + 1);
  let digits = '';
  for (let i = 0; i < COUNT_LENGTH; i++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits + chance;
}

/** The number of versions of the key before this one. */
export function countOf(order: string): number {
  let value = 0;
  for (const digit of order.slice(0, COUNT_LENGTH)) value = value * DIGITS.length + DIGITS.indexOf(digit);
  return LAST - value;
}

/** Whether the text has the form of a version id: others are refused without a lookup. */
export const looksLikeVersionId = (id: string): boolean => id === 'null' || ID.test(id);
