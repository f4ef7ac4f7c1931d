// Access key ids that the emulator makes: prefix, marker, the account as 8 base-32 digits, 6 random ones. The emulator has the same form
// (`core/access-key.ts`); a test compares both.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MADE_HERE = /^(?:AKIA|ASIA)EM([A-Z2-7]{8})[A-Z2-7]{6}$/;
const LAST_ACCOUNT = 999_999_999_999;

/** The account (12 digits) of a key id that the emulator made; undefined for any other. */
export function accountOfMadeKey(accessKeyId: string): string | undefined {
  const encoded = MADE_HERE.exec(accessKeyId)?.[1];
  if (encoded === undefined) return undefined;
  const account = [...encoded].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return account <= LAST_ACCOUNT ? String(account).padStart(12, '0') : undefined;
}
