// Encrypts and decrypts with symmetric and RSA keys.
import { constants, createPublicKey, privateDecrypt, publicEncrypt } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { fault } from '#model/kms';
import { type EncryptionContext, readHeader, seal, unseal } from '#services/kms/crypto/sealed';
import { invalid, invalidState } from '#services/kms/faults';
import { findKey } from '#services/kms/find-key';
import { keyArn } from '#services/kms/key-arn';
import { KEY_SPECS } from '#services/kms/key-specs';
import { keys, materials } from '#services/kms/state';
import { isSymmetric, locateFor, privateKeyOf, requireAlgorithm, type Usable, usableFor } from './key-use.ts';

const SYMMETRIC = 'SYMMETRIC_DEFAULT';

export const sealWith = ({ there, key, material }: Usable, plaintext: Uint8Array, context: EncryptionContext = {}): Uint8Array =>
  seal({ account: there.account, keyId: key.id, materialId: material.id }, material.secret!, plaintext, context);

export function encryptWith(usable: Usable, algorithm: string, plaintext: Uint8Array, context: EncryptionContext | undefined): Uint8Array {
  requireAlgorithm(usable, algorithm);
  if (isSymmetric(usable)) return sealWith(usable, plaintext, context);
  refuseContext(context);
  const hash = oaepHash(algorithm);
  const { spec } = usable.key;
  // OAEP padding takes two hashes and two bytes (RFC 8017, 7.1.1).
  const most = KEY_SPECS[spec]!.size / 8 - 2 * (hash === 'sha1' ? 20 : 32) - 2;
  if (plaintext.length > most) throw invalid(`Algorithm ${algorithm} and key spec ${spec} cannot encrypt data larger than ${most} bytes.`);
  const key = createPublicKey(privateKeyOf(usable.material));
  return Uint8Array.from(publicEncrypt({ key, oaepHash: hash, padding: constants.RSA_PKCS1_OAEP_PADDING }, plaintext));
}

export interface Encrypted {
  readonly blob: Uint8Array;
  readonly keyName: string | undefined;
  readonly algorithm: string;
  readonly context: EncryptionContext | undefined;
}

export interface Decrypted extends Usable {
  readonly plaintext: Uint8Array;
}

/** Decrypts with the material that encrypted. `operation` is the name used in error messages. */
export function decrypt({ blob, keyName, algorithm, context }: Encrypted, operation: string, ctx: Ctx): Decrypted {
  if (algorithm === SYMMETRIC) return decryptSealed(blob, keyName, context ?? {}, operation, ctx);
  if (keyName === undefined) throw invalid('KeyId is required when decrypting with an asymmetric key.');
  refuseContext(context);
  const usable = usableFor(findKey(keyName, ctx), 'ENCRYPT_DECRYPT', operation);
  requireAlgorithm(usable, algorithm);
  const key = privateKeyOf(usable.material);
  try {
    const opened = privateDecrypt({ key, oaepHash: oaepHash(algorithm), padding: constants.RSA_PKCS1_OAEP_PADDING }, blob);
    return { ...usable, plaintext: Uint8Array.from(opened) };
  } catch {
    throw badCiphertext();
  }
}

const incorrectKey = (): Fault =>
  fault('IncorrectKeyException', 'The key ID in the request does not identify a CMK that can perform this operation.');

function decryptSealed(blob: Uint8Array, keyName: string | undefined, context: EncryptionContext, operation: string, ctx: Ctx): Decrypted {
  // Recorded: a key of another use is an incorrect key, not a wrong usage.
  if (keyName !== undefined && findKey(keyName, ctx).key.usage !== 'ENCRYPT_DECRYPT') throw incorrectKey();
  const named = keyName === undefined ? undefined : locateFor(keyName, 'ENCRYPT_DECRYPT', ctx);
  if (named) requireAlgorithm(named, SYMMETRIC);
  const header = readHeader(blob);
  if (!header) throw badCiphertext();
  if (named && (named.key.id !== header.keyId || named.there.account !== header.account)) throw incorrectKey();
  const there = ctx.in({ account: header.account });
  if (!there.records(keys).has([header.keyId])) throw noSuchKeyHere();
  const usable = named ?? usableFor(findKey(keyArn(there, header.keyId), ctx), 'ENCRYPT_DECRYPT', operation);
  const material = there
    .records(materials)
    .range([header.keyId])
    .find(({ id }) => id === header.materialId);
  if (!material) throw badCiphertext();
  if (!material.secret) throw invalidState(usable.arn, 'pending import');
  const plaintext = unseal(blob, material.secret, context);
  if (!plaintext) throw badCiphertext();
  return { ...usable, material, plaintext };
}

const oaepHash = (algorithm: string): 'sha1' | 'sha256' => (algorithm === 'RSAES_OAEP_SHA_1' ? 'sha1' : 'sha256');
/** The cloud's message is empty. */
const badCiphertext = () => fault('InvalidCiphertextException', '');
const noSuchKeyHere = () =>
  unmodelled(
    'AccessDeniedException',
    'The ciphertext refers to a customer master key that does not exist, does not exist in this region, or you are not allowed to access.',
  );

function refuseContext(context: EncryptionContext | undefined): void {
  if (context && Object.keys(context).length > 0)
    throw invalid('Encryption context is not supported with asymmetric encryption algorithms.');
}
