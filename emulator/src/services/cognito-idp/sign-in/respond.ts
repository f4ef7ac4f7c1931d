// The further steps of a sign-in: answers to challenges.
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { fault } from '#model/cognito-idp';
import { checkSecretHash } from '#services/cognito-idp/clients/secret-hash';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import { checkPassword } from '#services/cognito-idp/pools/password-policy';
import { type MfaFactor, type Session, type User, users } from '#services/cognito-idp/state';
import { checkRequired, checkWritable, readAttributes } from '#services/cognito-idp/users/attributes';
import { changeUser } from '#services/cognito-idp/users/find-user';
import { passwordChange, srpIdentity } from '#services/cognito-idp/users/passwords';
import { checkAdmitted, checkPasswordState, forgetFailures, noteFailure, wrongPassword } from './check-user.ts';
import { byPasskey, chosen } from './choices.ts';
import { afterStandard, answerCustom } from './custom-challenge.ts';
import { findDevice } from './devices.ts';
import { afterPassword, afterSecondFactor, beforeDevice, complete } from './go-on.ts';
import { required } from './initiate.ts';
import { checkFactorAnswer, factorChallenge } from './second-factor.ts';
import { closeSession, findSession } from './sessions.ts';
import { checkProof, deviceVerifierChallenge, passwordChallenge } from './srp-steps.ts';
import type { Attempt, Progress, Step } from './step.ts';

type Responses = Readonly<Record<string, string>>;

interface Reply {
  readonly name: string;
  readonly responses: Responses;
  readonly session: Frozen<Session>;
  /** The text by which the session is known. */
  readonly text: string;
  readonly user: Frozen<User> | undefined;
  readonly progress: Progress;
}
type KnownReply = Reply & { readonly user: Frozen<User> };

/** Challenges whose sessions are found by the secret block that the client signs. */
const BY_BLOCK = new Set(['PASSWORD_VERIFIER', 'DEVICE_PASSWORD_VERIFIER']);

export async function respond(name: string, responses: Responses, sessionText: string | undefined, attempt: Attempt): Promise<Step> {
  const { pool, there, client } = attempt;
  const block = BY_BLOCK.has(name) ? required('PASSWORD_CLAIM_SECRET_BLOCK', responses) : undefined;
  const text = block ?? sessionText;
  if (text === undefined) throw invalid('Missing required parameter Session');
  const session = findSession(pool.id, text, there);
  if (session.clientId !== client.id || !session.expects.includes(name)) throw notAuthorized('Invalid session for the user.');
  const user = session.userKey === undefined ? undefined : there.records(users).get([pool.id, session.userKey]);
  checkSecretHash(client, [responses['USERNAME'] ?? '', session.givenName, ...(user ? [user.username] : [])], responses['SECRET_HASH']);
  const { expiresMs: _expires, expects: _expects, clientId: _client, ...rest } = session;
  const progress: Progress = {
    ...(rest as Omit<Session, 'expiresMs' | 'expects' | 'clientId'>),
    deviceKey: responses['DEVICE_KEY'] ?? session.deviceKey,
  };
  const reply: Reply = { name, responses, session, text, user, progress };
  const answer = STEPS[name];
  if (!answer) throw invalid(`The challenge ${name} is not supported here.`);
  if (!RETRIED.has(name)) closeSession(pool.id, text, there);
  const step = await answer(reply, attempt);
  if (RETRIED.has(name)) closeSession(pool.id, text, there);
  return step;
}

/** Challenges that may be answered again after a wrong answer. */
const RETRIED = new Set([
  'SMS_MFA',
  'EMAIL_OTP',
  'SMS_OTP',
  'SOFTWARE_TOKEN_MFA',
  'NEW_PASSWORD_REQUIRED',
  'MFA_SETUP',
  'SELECT_MFA_TYPE',
  'SELECT_CHALLENGE',
]);

const known = (reply: Reply): KnownReply => {
  if (!reply.user) throw wrongPassword();
  return reply as KnownReply;
};

/** The progress without the facts of the challenge that has been answered. */
const bare = ({ progress }: Reply): Progress => ({ ...progress, srp: undefined, code: undefined, failures: undefined });

async function passwordVerifier(reply: Reply, attempt: Attempt): Promise<Step> {
  const { session, responses, user } = reply;
  try {
    checkProof(session, responses, srpIdentity(attempt.pool, user?.username ?? session.givenName));
  } catch (error) {
    if (user) noteFailure(user, attempt);
    throw error;
  }
  if (!user) throw wrongPassword();
  checkAdmitted(user, attempt);
  checkPasswordState(user, attempt);
  const admitted = forgetFailures(user, attempt);
  if (session.flow === 'CUSTOM') return afterStandard(admitted, 'PASSWORD_VERIFIER', bare(reply), attempt);
  return afterPassword(admitted, bare(reply), attempt);
}

async function newPassword(reply: Reply, attempt: Attempt): Promise<Step> {
  const { pool, client, there } = attempt;
  const { user, responses } = known(reply);
  const password = required('NEW_PASSWORD', responses);
  checkPassword(password, pool);
  const given = Object.entries(responses).flatMap(([name, Value]) =>
    name.startsWith('userAttributes.') ? [{ Name: name.slice('userAttributes.'.length), Value }] : [],
  );
  const added = readAttributes(given, pool);
  checkWritable(Object.keys(added), client);
  const attributes = { ...user.attributes, ...added };
  checkRequired(attributes, pool);
  const changes = { ...passwordChange(pool, user, password), attributes, status: 'CONFIRMED' as const };
  const changed = there.write((tx) => changeUser(tx, pool, user, changes, there));
  return beforeDevice(changed, { ...bare(reply), isNewPassword: true }, attempt);
}

async function factor(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, name, responses, text, session } = known(reply);
  checkAdmitted(user, attempt);
  checkFactorAnswer(name, responses, { text, found: session }, user, attempt);
  closeSession(attempt.pool.id, text, attempt.there);
  const now = attempt.there.records(users).get([attempt.pool.id, session.userKey ?? '']) ?? user;
  // In a custom sign-in the functions decide what follows a factor, too.
  if (session.flow === 'CUSTOM' && !session.isDecided) return afterStandard(now, name, bare(reply), attempt);
  return afterSecondFactor(now, bare(reply), attempt);
}

async function selectFactor(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, responses } = known(reply);
  const answer = required('ANSWER', responses);
  if (!user.factors.includes(answer as MfaFactor)) throw fault('MFAMethodNotFoundException', `The user has no factor ${answer}.`);
  return factorChallenge(answer as MfaFactor, user, bare(reply), attempt);
}

/** The software token has been verified in the meantime (VerifySoftwareToken with the session). */
async function setUp(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, session } = known(reply);
  const { pool, there } = attempt;
  if (!session.totp?.verified) throw notAuthorized('Invalid session for the user.');
  const factors = [...new Set<MfaFactor>([...user.factors, 'SOFTWARE_TOKEN_MFA'])];
  const changed = there.write((tx) => changeUser(tx, pool, user, { totp: session.totp, factors }, there));
  return afterSecondFactor(changed, { ...bare(reply), totp: undefined }, attempt);
}

async function deviceSrp(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, responses, progress } = known(reply);
  const device = findDevice(attempt.pool, user, required('DEVICE_KEY', responses), attempt.there);
  if (!device?.password) throw fault('ResourceNotFoundException', 'Device does not exist.');
  return deviceVerifierChallenge(device, responses['SRP_A'], { ...progress, deviceKey: device.key }, attempt, user);
}

async function deviceVerifier(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, session, responses, progress } = known(reply);
  checkAdmitted(user, attempt);
  checkProof(session, responses, { group: attempt.pool.deviceGroupKey, name: progress.deviceKey ?? '' });
  return complete(user, bare(reply), attempt, progress.deviceKey);
}

async function passkey(reply: Reply, attempt: Attempt): Promise<Step> {
  const { user, responses } = known(reply);
  return byPasskey(user, required('CREDENTIAL', responses), bare(reply), attempt);
}

async function select(reply: Reply, attempt: Attempt): Promise<Step> {
  const { responses, user } = reply;
  return chosen(required('ANSWER', responses), user, responses, bare(reply), attempt);
}

const STEPS: Readonly<Record<string, (reply: Reply, attempt: Attempt) => Promise<Step>>> = table({
  PASSWORD_VERIFIER: passwordVerifier,
  NEW_PASSWORD_REQUIRED: newPassword,
  SMS_MFA: factor,
  EMAIL_OTP: factor,
  SMS_OTP: factor,
  SOFTWARE_TOKEN_MFA: factor,
  SELECT_MFA_TYPE: selectFactor,
  MFA_SETUP: setUp,
  CUSTOM_CHALLENGE: (reply, attempt) => answerCustom(reply.user, reply.session, reply.responses, bare(reply), attempt),
  DEVICE_SRP_AUTH: deviceSrp,
  DEVICE_PASSWORD_VERIFIER: deviceVerifier,
  SELECT_CHALLENGE: select,
  WEB_AUTHN: passkey,
  PASSWORD: (reply, attempt) => chosen('PASSWORD', reply.user, reply.responses, bare(reply), attempt),
  PASSWORD_SRP: async (reply, attempt) => passwordChallenge(reply.user, reply.responses['SRP_A'], bare(reply), attempt, true),
});
