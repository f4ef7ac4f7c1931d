// Keys for use outside KMS: data keys, data key pairs, random bytes.
import { createPublicKey, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { type GenerateDataKeyPairWithoutPlaintextRequest, type GenerateDataKeyWithoutPlaintextRequest, operation } from '#model/kms';
import { invalid, refuseRecipient, stopDryRun, unsupported } from '#services/kms/faults';
import { KEY_SPECS, REFUSED_SPECS } from '#services/kms/key-specs';
import { newPrivateKey } from '#services/kms/material/material';
import { sealWith } from './ciphertexts.ts';
import { locateFor, noteUse, requireAlgorithm, type Usable } from './key-use.ts';

const SYMMETRIC = 'SYMMETRIC_DEFAULT';
const SPEC_BYTES: Readonly<Record<string, number>> = table({ AES_128: 16, AES_256: 32 });

export const GenerateDataKey = operation('GenerateDataKey', (input, ctx) => {
  refuseRecipient(input.Recipient);
  return dataKey(input, ctx);
});

export const GenerateDataKeyWithoutPlaintext = operation('GenerateDataKeyWithoutPlaintext', (input, ctx) => {
  const { Plaintext: _, ...answer } = dataKey(input, ctx);
  return answer;
});

function dataKey({ KeyId, KeySpec, NumberOfBytes, EncryptionContext, DryRun }: GenerateDataKeyWithoutPlaintextRequest, ctx: Ctx) {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) throw invalid('Please specify either number of bytes or key spec.');
  const key = symmetricKey(KeyId, ctx);
  stopDryRun(DryRun);
  const Plaintext = Uint8Array.from(randomBytes(NumberOfBytes ?? SPEC_BYTES[KeySpec!]!));
  noteUse(key);
  return { CiphertextBlob: sealWith(key, Plaintext, EncryptionContext), Plaintext, KeyId: key.arn, KeyMaterialId: key.material.id };
}

export const GenerateDataKeyPair = operation('GenerateDataKeyPair', (input, ctx) => {
  refuseRecipient(input.Recipient);
  return dataKeyPair(input, ctx);
});

export const GenerateDataKeyPairWithoutPlaintext = operation('GenerateDataKeyPairWithoutPlaintext', async (input, ctx) => {
  const { PrivateKeyPlaintext: _, ...answer } = await dataKeyPair(input, ctx);
  return answer;
});

async function dataKeyPair({ KeyId, KeyPairSpec, EncryptionContext, DryRun }: GenerateDataKeyPairWithoutPlaintextRequest, ctx: Ctx) {
  const refused = REFUSED_SPECS[KeyPairSpec];
  if (refused) throw unsupported(refused);
  symmetricKey(KeyId, ctx);
  stopDryRun(DryRun);
  const pair = await newPrivateKey(KEY_SPECS[KeyPairSpec]!);
  // Look the key up again: it may have changed meanwhile.
  const key = symmetricKey(KeyId, ctx);
  const PrivateKeyPlaintext = Uint8Array.from(pair.export({ type: 'pkcs8', format: 'der' }));
  noteUse(key);
  return {
    PrivateKeyCiphertextBlob: sealWith(key, PrivateKeyPlaintext, EncryptionContext),
    PrivateKeyPlaintext,
    PublicKey: Uint8Array.from(createPublicKey(pair).export({ type: 'spki', format: 'der' })),
    KeyId: key.arn,
    KeyPairSpec,
    KeyMaterialId: key.material.id,
  };
}

function symmetricKey(name: string, ctx: Ctx): Usable {
  const key = locateFor(name, 'ENCRYPT_DECRYPT', ctx);
  requireAlgorithm(key, SYMMETRIC);
  return key;
}

export const GenerateRandom = operation('GenerateRandom', ({ NumberOfBytes, CustomKeyStoreId, Recipient }) => {
  refuseRecipient(Recipient);
  if (CustomKeyStoreId !== undefined) throw unsupported('Custom key stores are not emulated.');
  if (NumberOfBytes === undefined) throw invalid('NumberOfBytes is required.');
  return { Plaintext: Uint8Array.from(randomBytes(NumberOfBytes)) };
});
