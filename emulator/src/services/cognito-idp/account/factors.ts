// Second factors of users: software tokens, and which factor is asked for.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type SetUserMFAPreferenceRequest } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { passkeysOf } from '#services/cognito-idp/passkeys/find-passkey';
import { areTwoFactors } from '#services/cognito-idp/passkeys/relying-party';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { offersEmail, offersSms, offersSoftwareToken } from '#services/cognito-idp/sign-in/second-factor';
import { putSession, sessionAnywhere } from '#services/cognito-idp/sign-in/sessions';
import { newTotpSecret, stepOf } from '#services/cognito-idp/sign-in/totp';
import type { MfaFactor, Pool, User } from '#services/cognito-idp/state';
import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { changeUser, findUser } from '#services/cognito-idp/users/find-user';

const noTokenMfa = () => fault('SoftwareTokenMFANotFoundException', 'Software Token MFA is not enabled for this user pool.');
const mismatch = () => fault('EnableSoftwareTokenMFAException', 'Code mismatch');

/** In the midst of a sign-in the session stands for the access token that is not there yet. */
export const AssociateSoftwareToken = operation('AssociateSoftwareToken', ({ AccessToken, Session }, ctx) => {
  const secret = newTotpSecret((length, alphabet) => ctx.random(length, alphabet));
  if (Session !== undefined) {
    const { pool, there, session } = sessionAnywhere(Session, ctx);
    if (!session.expects.includes('MFA_SETUP')) throw invalid('Invalid session for the user.');
    if (!offersSoftwareToken(pool)) throw noTokenMfa();
    putSession(pool.id, Session, { ...session, totp: { secret, verified: false } }, there);
    return { SecretCode: secret, Session };
  }
  if (AccessToken === undefined) throw invalid('Either AccessToken or Session is required.');
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  if (!offersSoftwareToken(pool)) throw noTokenMfa();
  // The token that is in use stays until the new one is verified.
  there.write((tx) => changeUser(tx, pool, user, { newTotpSecret: secret }, there));
  return { SecretCode: secret };
});

export const VerifySoftwareToken = operation('VerifySoftwareToken', (input, ctx) => {
  const { AccessToken, Session, UserCode, FriendlyDeviceName: name } = input;
  if (Session !== undefined) {
    const { pool, there, session } = sessionAnywhere(Session, ctx);
    if (!session.totp || stepOf(session.totp.secret, UserCode, there.now()) === undefined) throw mismatch();
    putSession(pool.id, Session, { ...session, totp: { ...session.totp, verified: true, name } }, there);
    return { Status: 'SUCCESS', Session };
  }
  if (AccessToken === undefined) throw invalid('Either AccessToken or Session is required.');
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  const secret = user.newTotpSecret ?? user.totp?.secret;
  const step = secret === undefined ? undefined : stepOf(secret, UserCode, there.now());
  if (secret === undefined || step === undefined) throw mismatch();
  const changes = { totp: { secret, verified: true, name }, totpStep: step, newTotpSecret: undefined };
  there.write((tx) => changeUser(tx, pool, user, changes, there));
  return { Status: 'SUCCESS' };
});

type Preference = Omit<SetUserMFAPreferenceRequest, 'AccessToken'>;

function setPreference(user: Frozen<User>, given: Preference, pool: Frozen<Pool>, there: Ctx): void {
  const settings: readonly (readonly [MfaFactor, Preference['SMSMfaSettings']])[] = [
    ['SMS_MFA', given.SMSMfaSettings],
    ['SOFTWARE_TOKEN_MFA', given.SoftwareTokenMfaSettings],
    ['EMAIL_OTP', given.EmailMfaSettings],
  ];
  if (settings.filter(([, setting]) => setting?.PreferredMfa).length > 1) throw invalid('Only one MFA factor can be preferred.');
  const factors = new Set(user.factors);
  let preferred = user.preferredFactor;
  for (const [factor, setting] of settings) {
    if (!setting) continue;
    if (setting.Enabled || setting.PreferredMfa) checkPossible(factor, user, pool);
    if (setting.PreferredMfa && !setting.Enabled && !factors.has(factor)) throw invalid('A preferred MFA factor must be enabled.');
    if (setting.Enabled) factors.add(factor);
    else if (setting.Enabled === false || setting.Enabled === undefined) factors.delete(factor);
    if (setting.PreferredMfa) preferred = factor;
    else if (preferred === factor) preferred = undefined;
  }
  const isPasskeyEnough = passkeyPreference(user, given, factors.size, pool);
  const preferredFactor = preferred && factors.has(preferred) ? preferred : undefined;
  there.write((tx) => changeUser(tx, pool, user, { factors: [...factors], preferredFactor, isPasskeyEnough }, there));
}

/** Passkeys count as two factors of a user who has another way in. */
function passkeyPreference(user: Frozen<User>, { WebAuthnMfaSettings: setting }: Preference, factors: number, pool: Frozen<Pool>) {
  const isEnough = setting ? setting.Enabled === true : user.isPasskeyEnough === true;
  if (setting?.Enabled && !areTwoFactors(pool))
    throw invalid('WebAuthnMfaSettings need a user pool whose passkeys are MULTI_FACTOR_WITH_USER_VERIFICATION.');
  if (setting?.Enabled && factors === 0) throw invalid('WebAuthnMfaSettings need another MFA method of the user to be enabled.');
  return isEnough && factors > 0;
}

function checkPossible(factor: MfaFactor, user: Frozen<User>, pool: Frozen<Pool>): void {
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    if (!offersSoftwareToken(pool) || !user.totp?.verified) throw invalid('User has not verified software token mfa');
    return;
  }
  const isOffered = factor === 'SMS_MFA' ? offersSms(pool) : offersEmail(pool);
  const attribute = factor === 'SMS_MFA' ? 'phone_number' : 'email';
  if (!isOffered) throw invalid(`${factor} is not enabled for the user pool.`);
  if (!user.attributes[attribute]) throw invalid(`User does not have delivery config set to turn on ${factor}`);
}

export const SetUserMFAPreference = operation('SetUserMFAPreference', ({ AccessToken, ...given }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  setPreference(user, given, pool, there);
});

export const AdminSetUserMFAPreference = operation('AdminSetUserMFAPreference', ({ UserPoolId, Username, ...given }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  setPreference(findUser(Username, pool, ctx), given, pool, ctx);
});

/** An operation of earlier days: text messages only. */
export const SetUserSettings = operation('SetUserSettings', ({ AccessToken, MFAOptions }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  there.write((tx) => changeUser(tx, pool, user, { mfaOptions: MFAOptions }, there));
});

const factorsTold = (user: Frozen<User>, pool: Frozen<Pool>, there: Ctx) => {
  const allowed = pool.settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? [];
  return {
    Username: user.username,
    ...(user.preferredFactor && { PreferredMfaSetting: user.preferredFactor }),
    ...(user.factors.length > 0 && { UserMFASettingList: user.factors }),
    ConfiguredUserAuthFactors: [
      ...(user.password ? ['PASSWORD' as const] : []),
      ...(allowed.includes('EMAIL_OTP') && user.attributes['email'] ? ['EMAIL_OTP' as const] : []),
      ...(allowed.includes('SMS_OTP') && user.attributes['phone_number'] ? ['SMS_OTP' as const] : []),
      ...(allowed.includes('WEB_AUTHN') && passkeysOf(pool, user, there).length > 0 ? ['WEB_AUTHN' as const] : []),
    ],
  };
};

export const GetUserAuthFactors = operation('GetUserAuthFactors', ({ AccessToken }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  return factorsTold(user, pool, there);
});

export const AdminGetUserAuthFactors = operation('AdminGetUserAuthFactors', ({ UserPoolId, Username }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  return factorsTold(findUser(Username, pool, ctx), pool, ctx);
});

export const AdminDeleteSoftwareToken = operation('AdminDeleteSoftwareToken', ({ UserPoolId, Username }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const user = findUser(Username, pool, ctx);
  const factors = user.factors.filter((factor) => factor !== 'SOFTWARE_TOKEN_MFA');
  const preferredFactor = user.preferredFactor === 'SOFTWARE_TOKEN_MFA' ? undefined : user.preferredFactor;
  ctx.write((tx) => changeUser(tx, pool, user, { totp: undefined, totpStep: undefined, factors, preferredFactor }, ctx));
});
