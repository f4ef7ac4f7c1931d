// Encrypt, Decrypt, ReEncrypt.
import { type DecryptRequest, operation, type ReEncryptRequest } from '#model/kms';
import { invalid, refuseRecipient, stopDryRun } from '#services/kms/faults';
import { decrypt, encryptWith } from './ciphertexts.ts';
import { isSymmetric, locateFor, noteUse, requireAlgorithm, type Usable } from './key-use.ts';

const SYMMETRIC = 'SYMMETRIC_DEFAULT';

export const Encrypt = operation('Encrypt', (input, ctx) => {
  const { EncryptionAlgorithm: algorithm = SYMMETRIC } = input;
  const key = locateFor(input.KeyId, 'ENCRYPT_DECRYPT', ctx);
  const CiphertextBlob = encryptWith(key, algorithm, input.Plaintext, input.EncryptionContext);
  stopDryRun(input.DryRun);
  noteUse(key);
  return { CiphertextBlob, KeyId: key.arn, EncryptionAlgorithm: algorithm };
});

export const Decrypt = operation('Decrypt', (input, ctx) => {
  refuseRecipient(input.Recipient);
  const { EncryptionAlgorithm: algorithm = SYMMETRIC, KeyId: keyName } = input;
  if (ignoresCiphertext(input)) {
    requireAlgorithm(locateFor(keyName ?? noKeyNamed(), 'ENCRYPT_DECRYPT', ctx), algorithm);
    stopDryRun(true);
  }
  const found = decrypt({ blob: blobOf(input), keyName, algorithm, context: input.EncryptionContext }, 'Decrypt', ctx);
  stopDryRun(input.DryRun);
  noteUse(found);
  return {
    KeyId: found.arn,
    Plaintext: found.plaintext,
    EncryptionAlgorithm: algorithm,
    ...(isSymmetric(found) && { KeyMaterialId: found.material.id }),
  };
});

export const ReEncrypt = operation('ReEncrypt', (input, ctx) => {
  const { SourceEncryptionAlgorithm: from = SYMMETRIC, DestinationEncryptionAlgorithm: to = SYMMETRIC, SourceKeyId: keyName } = input;
  const target = (): Usable => {
    const destination = locateFor(input.DestinationKeyId, 'ENCRYPT_DECRYPT', ctx);
    requireAlgorithm(destination, to);
    return destination;
  };
  if (ignoresCiphertext(input)) {
    requireAlgorithm(locateFor(keyName ?? noKeyNamed(), 'ENCRYPT_DECRYPT', ctx), from);
    target();
    stopDryRun(true);
  }
  // A wrong source is told first (recorded)
  const source = decrypt({ blob: blobOf(input), keyName, algorithm: from, context: input.SourceEncryptionContext }, 'ReEncrypt', ctx);
  const destination = target();
  const CiphertextBlob = encryptWith(destination, to, source.plaintext, input.DestinationEncryptionContext);
  stopDryRun(input.DryRun);
  noteUse(source);
  noteUse(destination);
  return {
    CiphertextBlob,
    SourceKeyId: source.arn,
    KeyId: destination.arn,
    SourceEncryptionAlgorithm: from,
    DestinationEncryptionAlgorithm: to,
    ...(isSymmetric(source) && { SourceKeyMaterialId: source.material.id }),
    ...(isSymmetric(destination) && { DestinationKeyMaterialId: destination.material.id }),
  };
});

type WithCiphertext = Pick<DecryptRequest & ReEncryptRequest, 'CiphertextBlob' | 'DryRun' | 'DryRunModifiers'>;

/** A dry run may check permissions alone. */
function ignoresCiphertext({ DryRun, DryRunModifiers = [] }: WithCiphertext): boolean {
  if (DryRunModifiers.length > 0 && !DryRun) throw invalid('DryRunModifiers can only be specified when DryRun is true.');
  return DryRunModifiers.includes('IGNORE_CIPHERTEXT');
}

function blobOf({ CiphertextBlob }: WithCiphertext): Uint8Array {
  if (CiphertextBlob) return CiphertextBlob;
  throw invalid("1 validation error detected: Value null at 'ciphertextBlob' failed to satisfy constraint: Member must not be null");
}

function noKeyNamed(): never {
  throw invalid('A key ID is required when the ciphertext is ignored.');
}
