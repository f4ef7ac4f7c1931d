// Sign-ins by SRP: the challenge for a password, or for the secret of a device, and the proof of it.
import { createHash, randomBytes } from 'node:crypto';
import type { Frozen } from '#core/records';
import { invalid } from '#services/cognito-idp/faults';
import { isSigned, isTimestamp, passwordRecord, readHex, type SrpIdentity, sessionKey, srpChallenge } from '#services/cognito-idp/srp/srp';
import type { Device, PasswordRecord, Session, User } from '#services/cognito-idp/state';
import { srpIdentity } from '#services/cognito-idp/users/passwords';
import { wrongPassword } from './check-user.ts';
import { openSession } from './sessions.ts';
import type { Attempt, Challenge, Progress } from './step.ts';

const SECRET_BYTES = 32;
/** The size of a secret block of the cloud. */
const BLOCK_BYTES = 936;

/** A salt that stays the same for a name that nobody has, so that asking twice tells nothing. */
const falseRecord = ({ pool }: Attempt, name: string): PasswordRecord => {
  const salt = createHash('sha256').update(`${pool.deviceGroupKey}/${pool.createdMs}/${name}`).digest().subarray(0, 16);
  return passwordRecord(srpIdentity(pool, name), randomBytes(SECRET_BYTES).toString('base64'), salt);
};

function mustBeNumber(A: string | undefined): string {
  if (A === undefined) throw invalid('Missing required parameter SRP_A');
  if (readHex(A) === undefined) throw invalid('SRP_A is not a hexadecimal number.');
  return A;
}

/** `user`: undefined for a name that nobody has, where the pool does not tell. */
export function passwordChallenge(
  user: Frozen<User> | undefined,
  given: string | undefined,
  progress: Progress,
  attempt: Attempt,
  session?: boolean,
): Challenge {
  const A = mustBeNumber(given);
  const username = user?.username ?? progress.givenName;
  const record = user?.password ?? falseRecord(attempt, username);
  const { b, B } = srpChallenge(record, randomBytes(SECRET_BYTES));
  const block = randomBytes(BLOCK_BYTES).toString('base64');
  const next = { ...progress, srp: { A, b, B, password: record } };
  openSession(attempt, next, ['PASSWORD_VERIFIER'], block);
  return {
    kind: 'challenge',
    name: 'PASSWORD_VERIFIER',
    parameters: { SALT: record.salt, SECRET_BLOCK: block, SRP_B: B, USERNAME: username, USER_ID_FOR_SRP: username },
    ...(session && { session: openSession(attempt, next, ['PASSWORD_VERIFIER']) }),
  };
}

export function deviceVerifierChallenge(
  device: Frozen<Device>,
  given: string | undefined,
  progress: Progress,
  attempt: Attempt,
  user: Frozen<User>,
): Challenge {
  const A = mustBeNumber(given);
  const { b, B } = srpChallenge(device.password!, randomBytes(SECRET_BYTES));
  const block = randomBytes(BLOCK_BYTES).toString('base64');
  openSession(attempt, { ...progress, srp: { A, b, B, password: device.password! } }, ['DEVICE_PASSWORD_VERIFIER'], block);
  return {
    kind: 'challenge',
    name: 'DEVICE_PASSWORD_VERIFIER',
    parameters: { SALT: device.password!.salt, SECRET_BLOCK: block, SRP_B: B, USERNAME: user.username, DEVICE_KEY: device.key },
  };
}

/** @throws Fault unless the client has proved that it knows the password */
export function checkProof({ srp }: Frozen<Session>, responses: Readonly<Record<string, string>>, identity: SrpIdentity): void {
  const { PASSWORD_CLAIM_SIGNATURE: signature, PASSWORD_CLAIM_SECRET_BLOCK: secretBlock = '', TIMESTAMP: timestamp } = responses;
  if (signature === undefined) throw invalid('Missing required parameter PASSWORD_CLAIM_SIGNATURE');
  if (timestamp === undefined) throw invalid('Missing required parameter TIMESTAMP');
  if (!isTimestamp(timestamp)) throw invalid('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  const key = srp && sessionKey(readHex(srp.A)!, srp, srp.password);
  if (!key || !isSigned(identity, key, { secretBlock, timestamp, signature })) throw wrongPassword();
}
