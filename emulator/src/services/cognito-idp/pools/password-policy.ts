// Whether a password meets the policy of its pool.
import type { Frozen } from '#core/records';
import { fault } from '#model/cognito-idp';
import type { Pool } from '#services/cognito-idp/state';

/** The characters that count as symbols, blanks inside included. */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const broken = (reason: string) => fault('InvalidPasswordException', `Password did not conform with policy: ${reason}`);

/** Limit: characters of a password. */
const MAX_PASSWORD = 256;

export function checkPassword(password: string, { settings }: Frozen<Pool>): void {
  const policy = settings.Policies?.PasswordPolicy ?? {};
  if (password.length < (policy.MinimumLength ?? 8)) throw broken('Password not long enough');
  if (password.length > MAX_PASSWORD) throw broken('Password is too long');
  if (policy.RequireUppercase && !/[A-Z]/.test(password)) throw broken('Password must have uppercase characters');
  if (policy.RequireLowercase && !/[a-z]/.test(password)) throw broken('Password must have lowercase characters');
  if (policy.RequireNumbers && !/\d/.test(password)) throw broken('Password must have numeric characters');
  if (policy.RequireSymbols && !SYMBOL.test(password)) throw broken('Password must have symbol characters');
  if (/^\s|\s$/.test(password)) throw broken('Password must not begin or end with a blank');
}

/** Random, with a character of each kind. */
export function temporaryPassword({ settings }: Frozen<Pool>, random: (length: number, alphabet: string) => string): string {
  const length = Math.max(settings.Policies?.PasswordPolicy?.MinimumLength ?? 8, 8);
  const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return `${random(1, 'ABCDEFGHJKLMNPQRSTUVWXYZ')}${random(1, 'abcdefghijkmnpqrstuvwxyz')}${random(1, '23456789')}${random(1, '!@#$%&*-_')}${random(length - 4, LETTERS)}`;
}
