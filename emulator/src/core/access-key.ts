// Access key ids carry their account, so that they stay valid after a restart and a proxy can route by them: prefix (AKIA: created,
// ASIA: temporary), marker, account as 8 base-32 digits, 6 random digits; 20 characters in all.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const OURS = /^(?:AKIA|ASIA)EM([A-Z2-7]{8})[A-Z2-7]{6}$/;
export const DEFAULT_ACCOUNT = '000000000000';

/** A new access key id of this account. `random` returns whole numbers from 0 below its argument. */
export function newAccessKeyId(prefix: 'AKIA' | 'ASIA', account: string, random: (below: number) => number): string {
  let rest = Number(account);
  let encoded = '';
  for (let i = 0; i < 8; i++) {
    encoded = DIGITS[rest % 32] + encoded;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  for (let i = 0; i < 6; i++) tail += DIGITS[random(32)];
  return `${prefix}EM${encoded}${tail}`;
}

/** Whether the id has the form of those made here. */
export const isMadeHere = (accessKeyId: string): boolean => OURS.test(accessKeyId);

/** The account of a key id: 12 digits are the account itself, ids made here carry it, any other id belongs to the default account. */
export function accountOf(accessKeyId: string | undefined): string {
  if (accessKeyId === undefined) return DEFAULT_ACCOUNT;
  if (/^\d{12}$/.test(accessKeyId)) return accessKeyId;
  const encoded = OURS.exec(accessKeyId)?.[1];
  if (encoded === undefined) return DEFAULT_ACCOUNT;
  let account = 0;
  for (const digit of encoded) account = account * 32 + DIGITS.indexOf(digit);
  return account <= 999_999_999_999 ? String(account).padStart(12, '0') : DEFAULT_ACCOUNT;
}
