// The account's password policy, and the check of a password against it.

import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { accountOf, changeAccount } from '#services/iam/account/account';
import type { PasswordPolicy } from '#services/iam/state';

const noPolicy = (account: string) => fault('NoSuchEntityException', `The Password Policy with domain name ${account} cannot be found.`);

/** Every parameter that is left out returns to its default. */
export const UpdateAccountPasswordPolicy = operation('UpdateAccountPasswordPolicy', (input, ctx) => {
  const passwordPolicy: PasswordPolicy = {
    MinimumPasswordLength: input.MinimumPasswordLength ?? 6,
    RequireSymbols: input.RequireSymbols ?? false,
    RequireNumbers: input.RequireNumbers ?? false,
    RequireUppercaseCharacters: input.RequireUppercaseCharacters ?? false,
    RequireLowercaseCharacters: input.RequireLowercaseCharacters ?? false,
    AllowUsersToChangePassword: input.AllowUsersToChangePassword ?? false,
    ExpirePasswords: (input.MaxPasswordAge ?? 0) > 0,
    ...(input.MaxPasswordAge === undefined ? {} : { MaxPasswordAge: input.MaxPasswordAge }),
    ...(input.PasswordReusePrevention === undefined ? {} : { PasswordReusePrevention: input.PasswordReusePrevention }),
    ...(input.HardExpiry === undefined ? {} : { HardExpiry: input.HardExpiry }),
  };
  changeAccount({ passwordPolicy }, ctx);
});

export const GetAccountPasswordPolicy = operation('GetAccountPasswordPolicy', (_, ctx) => {
  const { passwordPolicy } = accountOf(ctx);
  if (!passwordPolicy) throw noPolicy(ctx.account);
  return { PasswordPolicy: passwordPolicy };
});

export const DeleteAccountPasswordPolicy = operation('DeleteAccountPasswordPolicy', (_, ctx) => {
  if (!accountOf(ctx).passwordPolicy) throw noPolicy(ctx.account);
  changeAccount({ passwordPolicy: undefined }, ctx);
});

const SYMBOLS = /[!@#$%^&*()_+\-=[\]{}|']/;

/** Without a policy the cloud requires eight characters and three of the four kinds. */
export function checkPassword(password: string, policy: Frozen<PasswordPolicy> | undefined): void {
  const has = {
    uppercase: /[A-Z]/.test(password),
    lowercase: /[a-z]/.test(password),
    number: /\d/.test(password),
    symbol: SYMBOLS.test(password),
  };
  const violated = (what: string) =>
    fault('PasswordPolicyViolationException', `Password does not conform to the account password policy: ${what}`);
  if (!policy) {
    if (password.length < 8) throw violated('it should have a minimum length of 8');
    if (Object.values(has).filter(Boolean).length < 3)
      throw violated('it should include at least three of uppercase, lowercase, numbers and symbols');
    return;
  }
  if (password.length < policy.MinimumPasswordLength) throw violated(`it should have a minimum length of ${policy.MinimumPasswordLength}`);
  if (policy.RequireUppercaseCharacters && !has.uppercase) throw violated('it should have at least one uppercase letter');
  if (policy.RequireLowercaseCharacters && !has.lowercase) throw violated('it should have at least one lowercase letter');
  if (policy.RequireNumbers && !has.number) throw violated('it should have at least one number');
  if (policy.RequireSymbols && !has.symbol) throw violated('it should have at least one symbol');
}
