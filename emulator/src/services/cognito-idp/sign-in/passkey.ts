// WEB_AUTHN: a passkey as the first factor. The user's device signs a challenge; the browser says for which page.
// https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Frozen } from '#core/records';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import { type Passkey, passkeys } from '#services/cognito-idp/passkey-state';
import { readAuthenticatorData } from '#services/cognito-idp/passkeys/authenticator-data';
import { bytesOf, isOriginOf, readCeremony } from '#services/cognito-idp/passkeys/client-data';
import { findPasskey, passkeyKey, passkeysOf } from '#services/cognito-idp/passkeys/find-passkey';
import {
  areTwoFactors,
  mayUsePasskey,
  offersPasskeys,
  relyingPartyOf,
  userVerification,
} from '#services/cognito-idp/passkeys/relying-party';
import type { User } from '#services/cognito-idp/state';
import { openSession } from './sessions.ts';
import type { Attempt, Challenge, Progress } from './step.ts';

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 180_000;

/** Passkeys of the user that the pool takes now. */
export function usablePasskeys(user: Frozen<User>, { pool, there }: Attempt): Frozen<Passkey>[] {
  if (!offersPasskeys(pool) || !mayUsePasskey(user, pool)) return [];
  const id = relyingPartyOf(pool, there);
  return passkeysOf(pool, user, there).filter(({ relyingPartyId }) => relyingPartyId === id);
}

export const newPasskeyChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');

/** The member by which a browser is asked for a passkey. */
export function passkeyRequest(user: Frozen<User>, challenge: string, attempt: Attempt): Record<string, string> {
  const { pool, there } = attempt;
  const options = {
    challenge,
    timeout: TIMEOUT_MS,
    rpId: relyingPartyOf(pool, there),
    allowCredentials: usablePasskeys(user, attempt).map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    userVerification: areTwoFactors(pool) ? 'required' : userVerification(pool),
  };
  return { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) };
}

export function passkeyChallenge(user: Frozen<User>, progress: Progress, attempt: Attempt): Challenge {
  const challenge = newPasskeyChallenge();
  const session = openSession(attempt, { ...progress, passkeyChallenge: challenge }, ['WEB_AUTHN']);
  return {
    kind: 'challenge',
    name: 'WEB_AUTHN',
    parameters: { USERNAME: user.username, ...passkeyRequest(user, challenge, attempt) },
    session,
  };
}

const refused = () => notAuthorized('Invalid passkey credential.');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @throws Fault unless a passkey of the user has signed the challenge */
export function checkPasskey(user: Frozen<User>, challenge: string | undefined, credential: string, attempt: Attempt): void {
  const { pool, there } = attempt;
  const ceremony = readCeremony(parsed(credential));
  if (!ceremony) throw invalid('CREDENTIAL is not an authentication response of a passkey.');
  const passkey = findPasskey(pool, user, ceremony.id, there);
  const [signed, signature, handle] = ['authenticatorData', 'signature', 'userHandle'].map((member) => bytesOf(ceremony, member)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const data = readAuthenticatorData(signed);
  if (!passkey || !data || !usablePasskeys(user, attempt).some(({ id }) => id === passkey.id)) throw refused();
  const isMeant =
    ceremony.type === 'webauthn.get' &&
    challenge !== undefined &&
    ceremony.challenge === challenge &&
    isOriginOf(ceremony.origin, passkey.relyingPartyId) &&
    data.relyingPartyHash.equals(sha256(passkey.relyingPartyId)) &&
    (handle.length === 0 || handle.toString() === user.sub);
  const isVerified = data.isUserPresent && (data.isUserVerified || (userVerification(pool) === 'preferred' && !areTwoFactors(pool)));
  // A counter that does not go up tells of a copy.
  const isCopy = (data.signatures > 0 || passkey.signatures > 0) && data.signatures <= passkey.signatures;
  if (!isMeant || !isVerified || isCopy || !isSigned(passkey, Buffer.concat([signed, sha256(ceremony.clientData)]), signature))
    throw refused();
  there.write((tx) => tx.put(there.records(passkeys), passkeyKey(pool, user, passkey.id), { ...passkey, signatures: data.signatures }));
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

function isSigned({ publicKey }: Frozen<Passkey>, bytes: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', bytes, createPublicKey({ key: JSON.parse(publicKey) as Record<string, string>, format: 'jwk' }), signature);
  } catch {
    // A signature of another form.
    return false;
  }
}
