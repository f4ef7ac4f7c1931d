// Asymmetric keys: Sign, Verify, GetPublicKey, DeriveSharedSecret.
import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { fault, type GetPublicKeyResponse, operation, type SignRequest } from '#model/kms';
import { digestBytes, sign, verify } from '#services/kms/crypto/signatures';
import { invalid, refuseRecipient, stopDryRun, unsupported } from '#services/kms/faults';
import { findKey } from '#services/kms/find-key';
import { KEY_SPECS } from '#services/kms/key-specs';
import { algorithmsOf } from '#services/kms/keys/key-metadata';
import { locateFor, noteUse, privateKeyOf, requireAlgorithm, usableFor } from './key-use.ts';

export const Sign = operation('Sign', (input, ctx) => {
  const key = locateFor(input.KeyId, 'SIGN_VERIFY', ctx);
  requireAlgorithm(key, input.SigningAlgorithm);
  const isDigest = checkMessage(input);
  stopDryRun(input.DryRun);
  const Signature = sign(input.SigningAlgorithm, privateKeyOf(key.material), input.Message, isDigest);
  noteUse(key);
  return { KeyId: key.arn, Signature, SigningAlgorithm: input.SigningAlgorithm };
});

export const Verify = operation('Verify', (input, ctx) => {
  const key = locateFor(input.KeyId, 'SIGN_VERIFY', ctx);
  requireAlgorithm(key, input.SigningAlgorithm);
  const isDigest = checkMessage(input);
  stopDryRun(input.DryRun);
  const publicKey = createPublicKey(privateKeyOf(key.material));
  const valid = verify(input.SigningAlgorithm, publicKey, input.Message, input.Signature, isDigest);
  if (!valid) throw fault('KMSInvalidSignatureException', '');
  noteUse(key);
  return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm: input.SigningAlgorithm };
});

/** Checks the message's length; returns whether it is a digest. */
function checkMessage({
  Message,
  MessageType = 'RAW',
  SigningAlgorithm: algorithm,
}: Pick<SignRequest, 'Message' | 'MessageType' | 'SigningAlgorithm'>) {
  if (algorithm === 'ED25519_PH_SHA_512')
    throw unsupported('ED25519_PH_SHA_512 is not emulated: the cryptography of this Node version signs whole messages with Ed25519 keys.');
  if (MessageType === 'RAW') return false;
  const length = digestBytes(algorithm);
  if (MessageType !== 'DIGEST' || length === undefined) throw invalid(`MessageType ${MessageType} is not supported with ${algorithm}.`);
  if (Message.length !== length) throw invalid(`Digest is invalid length for algorithm ${algorithm}.`);
  return true;
}

type Spec = NonNullable<GetPublicKeyResponse['CustomerMasterKeySpec']>;

export const GetPublicKey = operation('GetPublicKey', ({ KeyId }, ctx) => {
  const found = findKey(KeyId, ctx);
  const { family } = KEY_SPECS[found.key.spec]!;
  if (family === 'symmetric' || family === 'hmac')
    throw unsupported(`${found.arn} key spec is ${found.key.spec}, which has no public key: GetPublicKey is for asymmetric keys.`);
  const { key, arn, material } = usableFor(found, found.key.usage, 'GetPublicKey');
  return {
    KeyId: arn,
    PublicKey: Uint8Array.from(createPublicKey(privateKeyOf(material)).export({ type: 'spki', format: 'der' })),
    CustomerMasterKeySpec: key.spec as Spec,
    KeySpec: key.spec,
    KeyUsage: key.usage,
    ...algorithmsOf(key),
  };
});

export const DeriveSharedSecret = operation('DeriveSharedSecret', (input, ctx) => {
  refuseRecipient(input.Recipient);
  const key = locateFor(input.KeyId, 'KEY_AGREEMENT', ctx);
  requireAlgorithm(key, input.KeyAgreementAlgorithm);
  const privateKey = privateKeyOf(key.material);
  const publicKey = readPublicKey(input.PublicKey);
  if (publicKey.asymmetricKeyDetails?.namedCurve !== privateKey.asymmetricKeyDetails?.namedCurve)
    throw invalid(`The public key must be on the curve of the key spec ${key.key.spec}.`);
  stopDryRun(input.DryRun);
  noteUse(key);
  return {
    KeyId: key.arn,
    SharedSecret: Uint8Array.from(diffieHellman({ privateKey, publicKey })),
    KeyAgreementAlgorithm: input.KeyAgreementAlgorithm,
    KeyOrigin: key.key.origin,
  };
});

function readPublicKey(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    throw invalid('The public key is not a DER-encoded X.509 SubjectPublicKeyInfo.');
  }
}
