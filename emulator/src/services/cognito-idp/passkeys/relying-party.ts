// The name for which the passkeys of a pool are made, and who may make and use them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/cognito-idp';
import type { Pool, User } from '#services/cognito-idp/state';

/** A pool whose users may have passkeys. */
export const offersPasskeys = ({ settings }: Frozen<Pool>): boolean =>
  settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors?.includes('WEB_AUTHN') === true;

/** Passkeys that stand for two factors. */
export const areTwoFactors = ({ mfa }: Frozen<Pool>): boolean =>
  mfa.WebAuthnConfiguration?.FactorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION';

export const userVerification = ({ mfa }: Frozen<Pool>): 'required' | 'preferred' =>
  mfa.WebAuthnConfiguration?.UserVerification === 'required' ? 'required' : 'preferred';

/** The name that the pool has been given, or else that of its domain, as browsers of this machine reach it. */
export function relyingPartyOf({ mfa, domain, customDomain }: Frozen<Pool>, there: Ctx): string | undefined {
  const given = mfa.WebAuthnConfiguration?.RelyingPartyId ?? customDomain;
  if (given !== undefined || domain === undefined) return given;
  return new URL(there.localUrl(`https://${domain}.auth.${there.region}.amazoncognito.com`)).hostname;
}

/** @throws Fault for a pool without passkeys, or without a name for them */
export function mustOfferPasskeys(pool: Frozen<Pool>, there: Ctx): string {
  if (!offersPasskeys(pool)) throw fault('WebAuthnNotEnabledException', 'Passkeys are not enabled for this user pool.');
  const id = relyingPartyOf(pool, there);
  if (id === undefined)
    throw fault('WebAuthnConfigurationMissingException', 'The user pool has neither a relying party ID nor a domain for passkeys.');
  return id;
}

/** Where a second factor is asked of the user, a passkey is one only if pool and user say so. */
export function mayUsePasskey({ factors, isPasskeyEnough }: Frozen<User>, pool: Frozen<Pool>): boolean {
  const mode = pool.settings.MfaConfiguration ?? 'OFF';
  return mode === 'OFF' || (mode === 'OPTIONAL' && factors.length === 0) || (areTwoFactors(pool) && isPasskeyEnough === true);
}
