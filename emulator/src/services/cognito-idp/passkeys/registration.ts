// Users make passkeys, look at them, and delete them, by their access tokens.
// https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import type { Frozen } from '#core/records';
import { fault, operation, type WebAuthnCredentialDescription } from '#model/cognito-idp';
import { invalid, notFound } from '#services/cognito-idp/faults';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { type Passkey, passkeyRegistrations, passkeys } from '#services/cognito-idp/passkey-state';

import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { attestedData } from './authenticator-data.ts';
import { bytesOf, isOriginOf, readCeremony } from './client-data.ts';
import { ALGORITHMS, jwkOf } from './cose-key.ts';
import { findPasskey, passkeyKey, passkeysOf } from './find-passkey.ts';
import { areTwoFactors, mustOfferPasskeys, userVerification } from './relying-party.ts';

const CHALLENGE_BYTES = 32;
/** The time that options give a browser. */
const TIMEOUT_MS = 60_000;
/** Limit: time between the start and the end of the registration of a passkey. */
const MAX_REGISTRATION_MS = 5 * 60_000;
/** Limit: passkeys of a user. */
const MAX_PASSKEYS = 20;
/** Transports that a passkey may name, each once. */
const MAX_TRANSPORTS = 8;

export const StartWebAuthnRegistration = operation('StartWebAuthnRegistration', ({ AccessToken }, ctx) => {
  const { pool, user, client, there } = bearerOf(AccessToken, ctx);
  const id = mustOfferPasskeys(pool, there);
  const present = passkeysOf(pool, user, there);
  if (present.length >= MAX_PASSKEYS) throw fault('LimitExceededException', `A user can have at most ${MAX_PASSKEYS} passkeys.`);
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresMs = there.now() + MAX_REGISTRATION_MS;
  there.write((tx) =>
    tx.put(there.records(passkeyRegistrations), [pool.id, keyOf(user.username, pool)], {
      challenge,
      clientId: client.id,
      relyingPartyId: id,
      expiresMs,
    }),
  );
  const name = user.attributes['email'] ?? user.attributes['phone_number'] ?? user.username;
  return {
    CredentialCreationOptions: {
      rp: { id, name: id },
      user: {
        id: Buffer.from(user.sub).toString('base64url'),
        name: user.username === user.sub ? name : user.username,
        displayName: user.username === user.sub ? name : user.username,
      },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: present.map((passkey) => ({ type: 'public-key', id: passkey.id })),
      authenticatorSelection: { requireResidentKey: true, residentKey: 'required', userVerification: userVerification(pool) },
    },
  };
});

const notSupported = (reason: string) => fault('WebAuthnCredentialNotSupportedException', reason);

export const CompleteWebAuthnRegistration = operation('CompleteWebAuthnRegistration', ({ AccessToken, Credential }, ctx) => {
  const { pool, user, client, there } = bearerOf(AccessToken, ctx);
  mustOfferPasskeys(pool, there);
  const userKey = keyOf(user.username, pool);
  const started = there.records(passkeyRegistrations).get([pool.id, userKey]);
  const ceremony = readCeremony(Credential);
  if (!ceremony) throw invalid('Credential is not a registration response of a passkey.');
  if (!started || started.expiresMs <= there.now() || ceremony.challenge !== started.challenge)
    throw fault('WebAuthnChallengeNotFoundException', 'The challenge of the registration was not found, or has expired.');
  if (started.clientId !== client.id)
    throw fault('WebAuthnClientMismatchException', 'The access token is of another client than the one that started the registration.');
  if (ceremony.type !== 'webauthn.create') throw invalid('Credential is not a registration response of a passkey.');
  if (!isOriginOf(ceremony.origin, started.relyingPartyId))
    throw fault('WebAuthnOriginNotAllowedException', `The origin ${ceremony.origin} is not allowed for ${started.relyingPartyId}.`);
  const data = attestedData(bytesOf(ceremony, 'attestationObject'));
  if (!data?.credential || !data.isUserPresent) throw notSupported('The attestation of the passkey cannot be read.');
  if (!data.relyingPartyHash.equals(createHash('sha256').update(started.relyingPartyId).digest()))
    throw fault('WebAuthnRelyingPartyMismatchException', `The passkey is not for the relying party ${started.relyingPartyId}.`);
  if (!data.isUserVerified && (userVerification(pool) === 'required' || areTwoFactors(pool)))
    throw notSupported('The passkey does not verify its user.');
  const id = data.credential.id.toString('base64url');
  const publicKey = keyTextOf(data.credential.key);
  if (publicKey === undefined || id !== ceremony.id) throw notSupported('The key of the passkey is not supported.');
  if (findPasskey(pool, user, id, there)) throw invalid('The passkey is registered already.');
  const passkey: Passkey = {
    id,
    relyingPartyId: started.relyingPartyId,
    publicKey,
    signatures: data.signatures,
    attachment: ceremony.attachment,
    transports: transportsIn(ceremony.response['transports']),
    createdMs: there.now(),
  };
  there.write((tx) => {
    tx.delete(there.records(passkeyRegistrations), [pool.id, userKey]);
    tx.put(there.records(passkeys), passkeyKey(pool, user, id), passkey);
  });
  return {};
});

function keyTextOf(key: Readonly<Record<string, unknown>>): string | undefined {
  const jwk = jwkOf(key);
  if (!jwk) return undefined;
  try {
    // Points that are on no curve are refused here.
    createPublicKey({ key: jwk, format: 'jwk' });
    return JSON.stringify(jwk);
  } catch {
    return undefined;
  }
}

const transportsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,32}$/.test(each)))].slice(0, MAX_TRANSPORTS)
    : [];

const describe = ({ id, relyingPartyId, attachment, transports, createdMs }: Frozen<Passkey>): WebAuthnCredentialDescription => ({
  CredentialId: id,
  FriendlyCredentialName: attachment === 'platform' ? 'Platform passkey' : 'Roaming passkey',
  RelyingPartyId: relyingPartyId,
  ...(attachment !== undefined && { AuthenticatorAttachment: attachment }),
  AuthenticatorTransports: [...transports],
  CreatedAt: new Date(createdMs),
});

export const ListWebAuthnCredentials = operation('ListWebAuthnCredentials', ({ AccessToken, ...input }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  const { items, NextToken } = nextTokenPages.pageOfItems(passkeysOf(pool, user, there), ({ createdMs, id }) => [createdMs, id], input);
  return { Credentials: items.map(describe), NextToken };
});

export const DeleteWebAuthnCredential = operation('DeleteWebAuthnCredential', ({ AccessToken, CredentialId }, ctx) => {
  const { pool, user, there } = bearerOf(AccessToken, ctx);
  if (!findPasskey(pool, user, CredentialId, there)) throw notFound('The passkey does not exist.');
  there.write((tx) => tx.delete(there.records(passkeys), passkeyKey(pool, user, CredentialId)));
  return {};
});
