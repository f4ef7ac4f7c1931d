// USER_AUTH: the client chooses among the first factors that the pool and the user have.
// https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-selection-sdk.html
import type { Frozen } from '#core/records';
import { invalid } from '#services/cognito-idp/faults';
import type { User } from '#services/cognito-idp/state';
import { checkAdmitted, checkedByPassword, checkPasswordState, wrongPassword } from './check-user.ts';
import { afterPassword, afterSecondFactor } from './go-on.ts';
import { checkPasskey, newPasskeyChallenge, passkeyChallenge, passkeyRequest, usablePasskeys } from './passkey.ts';
import { codeChallenge } from './second-factor.ts';
import { openSession } from './sessions.ts';
import { passwordChallenge } from './srp-steps.ts';
import type { Attempt, Progress, Step } from './step.ts';

type Parameters = Readonly<Record<string, string>>;

function factorsOf(user: Frozen<User> | undefined, attempt: Attempt): string[] {
  const { pool } = attempt;
  const allowed = pool.settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? ['PASSWORD'];
  return [
    ...(allowed.includes('PASSWORD') && (!user || user.password) ? ['PASSWORD', 'PASSWORD_SRP'] : []),
    ...(allowed.includes('EMAIL_OTP') && user?.attributes['email'] ? ['EMAIL_OTP'] : []),
    ...(allowed.includes('SMS_OTP') && user?.attributes['phone_number'] ? ['SMS_OTP'] : []),
    ...(user && usablePasskeys(user, attempt).length > 0 ? ['WEB_AUTHN'] : []),
  ];
}

export async function beginChoice(
  user: Frozen<User> | undefined,
  parameters: Parameters,
  progress: Progress,
  attempt: Attempt,
): Promise<Step> {
  const factors = factorsOf(user, attempt);
  const preferred = parameters['PREFERRED_CHALLENGE'];
  if (preferred !== undefined && factors.includes(preferred)) return chosen(preferred, user, parameters, progress, attempt);
  // A client that answers the choice with a passkey at once needs its challenge now.
  const challenge = user && factors.includes('WEB_AUTHN') ? newPasskeyChallenge() : undefined;
  const session = openSession(attempt, { ...progress, passkeyChallenge: challenge }, ['SELECT_CHALLENGE', ...factors]);
  const asked = user && challenge !== undefined ? passkeyRequest(user, challenge, attempt) : {};
  return { kind: 'challenge', name: 'SELECT_CHALLENGE', parameters: asked, session, available: factors };
}

/** The client has chosen; what it brought along may be enough. */
export async function chosen(
  factor: string,
  user: Frozen<User> | undefined,
  parameters: Parameters,
  progress: Progress,
  attempt: Attempt,
): Promise<Step> {
  if (!factorsOf(user, attempt).includes(factor)) throw invalid(`The challenge ${factor} is not available for this user.`);
  const waiting = (name: string): Step => ({
    kind: 'challenge',
    name,
    parameters: { USERNAME: user?.username ?? progress.givenName },
    session: openSession(attempt, progress, [name]),
  });
  if (factor === 'PASSWORD') {
    const password = parameters['PASSWORD'];
    if (password === undefined) return waiting('PASSWORD');
    if (!user) throw wrongPassword();
    return afterPassword(checkedByPassword(user, password, attempt), progress, attempt);
  }
  if (factor === 'PASSWORD_SRP')
    return parameters['SRP_A'] === undefined
      ? waiting('PASSWORD_SRP')
      : passwordChallenge(user, parameters['SRP_A'], progress, attempt, true);
  if (!user) throw wrongPassword();
  checkAdmitted(user, attempt);
  checkPasswordState(user, attempt);
  if (factor === 'WEB_AUTHN') {
    const credential = parameters['CREDENTIAL'];
    return credential === undefined ? passkeyChallenge(user, progress, attempt) : byPasskey(user, credential, progress, attempt);
  }
  const attribute = factor === 'EMAIL_OTP' ? 'email' : 'phone_number';
  return codeChallenge(
    factor === 'EMAIL_OTP' ? 'EMAIL_OTP' : 'SMS_OTP',
    { attribute, to: user.attributes[attribute]! },
    user,
    { ...progress, flow: 'CHOICE' },
    attempt,
  );
}

/** No second factor follows: where one is asked for, passkeys are offered only as both. */
export async function byPasskey(user: Frozen<User>, credential: string, progress: Progress, attempt: Attempt): Promise<Step> {
  checkAdmitted(user, attempt);
  checkPasskey(user, progress.passkeyChallenge, credential, attempt);
  return afterSecondFactor(user, { ...progress, passkeyChallenge: undefined }, attempt);
}
