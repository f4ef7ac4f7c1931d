// Second factors: which one a user is asked for, and whether the answer is right.
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { fault } from '#model/cognito-idp';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import { type Destination, deliveryDetails } from '#services/cognito-idp/messages/addresses';
import { newCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import type { MfaFactor, Pool, Session, User } from '#services/cognito-idp/state';
import { changeUser } from '#services/cognito-idp/users/find-user';
import { closeSession, openSession, putSession } from './sessions.ts';
import type { Attempt, Challenge, Progress } from './step.ts';
import { stepOf } from './totp.ts';

/** Limit: wrong answers to a code that was sent. */
const MAX_FAILURES = 5;

export const offersSoftwareToken = ({ mfa }: Frozen<Pool>): boolean => mfa.SoftwareTokenMfaConfiguration?.Enabled === true;
export const offersSms = ({ mfa, settings }: Frozen<Pool>): boolean =>
  mfa.SmsMfaConfiguration !== undefined || settings.SmsConfiguration !== undefined;
export const offersEmail = ({ mfa }: Frozen<Pool>): boolean => mfa.EmailMfaConfiguration !== undefined;

/** Factors of the user that the pool still has, and for which the user has what they need. */
function usableFactors(user: Frozen<User>, pool: Frozen<Pool>): MfaFactor[] {
  const isUsable: Readonly<Record<MfaFactor, boolean>> = {
    SMS_MFA: offersSms(pool) && Boolean(user.attributes['phone_number']),
    SOFTWARE_TOKEN_MFA: offersSoftwareToken(pool) && user.totp?.verified === true,
    EMAIL_OTP: offersEmail(pool) && Boolean(user.attributes['email']),
  };
  const wanted = user.factors.filter((factor) => isUsable[factor]);
  if (wanted.length > 0 || pool.settings.MfaConfiguration !== 'ON') return wanted;
  // Where a second factor is required, an address that the user has will do.
  return (['SMS_MFA', 'EMAIL_OTP'] as const).filter((factor) => isUsable[factor]).slice(0, 1);
}

/** The challenge for the user's second factor; undefined where none is asked for. */
export async function secondFactor(user: Frozen<User>, progress: Progress, attempt: Attempt): Promise<Challenge | undefined> {
  const { pool } = attempt;
  if ((pool.settings.MfaConfiguration ?? 'OFF') === 'OFF') return undefined;
  const factors = usableFactors(user, pool);
  if (factors.length === 0) return pool.settings.MfaConfiguration === 'ON' ? setUp(user, progress, attempt) : undefined;
  const chosen =
    factors.length === 1 ? factors[0] : user.preferredFactor && factors.includes(user.preferredFactor) ? user.preferredFactor : undefined;
  if (chosen) return factorChallenge(chosen, user, progress, attempt);
  const session = openSession(attempt, progress, ['SELECT_MFA_TYPE']);
  const parameters = { USER_ID_FOR_SRP: user.username, MFAS_CAN_CHOOSE: JSON.stringify(factors) };
  return { kind: 'challenge', name: 'SELECT_MFA_TYPE', parameters, session };
}

function setUp(user: Frozen<User>, progress: Progress, attempt: Attempt): Challenge {
  const { pool } = attempt;
  const possible = [
    ...(offersSoftwareToken(pool) ? ['SOFTWARE_TOKEN_MFA'] : []),
    ...(offersEmail(pool) ? ['EMAIL_OTP'] : []),
    ...(offersSms(pool) ? ['SMS_MFA'] : []),
  ];
  if (possible.length === 0) throw fault('InvalidUserPoolConfigurationException', 'The user pool requires a second factor, and has none.');
  const session = openSession(attempt, progress, ['MFA_SETUP']);
  return {
    kind: 'challenge',
    name: 'MFA_SETUP',
    parameters: { USER_ID_FOR_SRP: user.username, MFAS_CAN_SETUP: JSON.stringify(possible) },
    session,
  };
}

/** Asks for one factor, and sends its code. */
export async function factorChallenge(factor: MfaFactor, user: Frozen<User>, progress: Progress, attempt: Attempt): Promise<Challenge> {
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    const session = openSession(attempt, progress, [factor]);
    const parameters = { USER_ID_FOR_SRP: user.username, FRIENDLY_DEVICE_NAME: user.totp?.name ?? 'TOTP device' };
    return { kind: 'challenge', name: factor, parameters, session };
  }
  const attribute = factor === 'SMS_MFA' ? 'phone_number' : 'email';
  return codeChallenge(factor, { attribute, to: user.attributes[attribute] ?? '' }, user, progress, attempt);
}

/** Sends a one-time code, as a first or a second factor. */
export async function codeChallenge(
  name: 'SMS_MFA' | 'EMAIL_OTP' | 'SMS_OTP',
  destination: Destination,
  user: Frozen<User>,
  progress: Progress,
  attempt: Attempt,
): Promise<Challenge> {
  const { pool, client, there, metadata } = attempt;
  const code = newCode(there);
  await sendMessage({ reason: 'Authentication', user, destination, code, clientId: client.id, metadata }, pool, there);
  const session = openSession(attempt, { ...progress, code, failures: 0 }, [name]);
  const { Destination = '', DeliveryMedium = '' } = deliveryDetails(destination);
  return {
    kind: 'challenge',
    name,
    parameters: { USER_ID_FOR_SRP: user.username, CODE_DELIVERY_DESTINATION: Destination, CODE_DELIVERY_DELIVERY_MEDIUM: DeliveryMedium },
    session,
  };
}

const ANSWERS: Readonly<Record<string, string>> = table({
  SMS_MFA: 'SMS_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
  SMS_OTP: 'SMS_OTP_CODE',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
});

/** @throws Fault for a wrong answer: the session stays for another try */
export function checkFactorAnswer(
  name: string,
  responses: Readonly<Record<string, string>>,
  session: { readonly text: string; readonly found: Frozen<Session> },
  user: Frozen<User>,
  { pool, there }: Attempt,
): void {
  const member = ANSWERS[name] ?? '';
  const given = responses[member];
  if (given === undefined) throw invalid(`Missing required parameter ${member}`);
  if (name === 'SOFTWARE_TOKEN_MFA') {
    const step = user.totp && stepOf(user.totp.secret, given, there.now(), user.totpStep);
    if (step === undefined) throw wrongAnswer(session, pool.id, there);
    there.write((tx) => changeUser(tx, pool, user, { totpStep: step, modifiedMs: user.modifiedMs }, there));
    return;
  }
  if (session.found.code !== given) throw wrongAnswer(session, pool.id, there);
}

function wrongAnswer(
  { text, found }: { readonly text: string; readonly found: Frozen<Session> },
  poolId: string,
  there: Attempt['there'],
): Error {
  const failures = (found.failures ?? 0) + 1;
  if (failures >= MAX_FAILURES) {
    closeSession(poolId, text, there);
    return notAuthorized('Invalid session for the user.');
  }
  putSession(poolId, text, { ...found, failures }, there);
  return fault('CodeMismatchException', 'Invalid code received for user');
}
