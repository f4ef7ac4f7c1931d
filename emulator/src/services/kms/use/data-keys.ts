// Keys for use outside of the service: data keys, data key pairs, random bytes.
import { createPublicKey, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/call';
import { type GenerateDataKeyPairWithoutPlaintextRequest, type GenerateDataKeyWithoutPlaintextRequest, operation } from '#model/kms';
import { invalid, refuseRecipient, stopDryRun, unsupported } from '#services/kms/faults';
import { KEY_SPECS, REFUSED_SPECS } from '#services/kms/keys/key-specs';
import { newPrivateKey } from '#services/kms/material/material';
import { sealWith } from './ciphertexts.ts';
import { locateFor, noteUse, requireAlgorithm, type Usable } from './key-use.ts';

const SYMMETRIC = 'SYMMETRIC_DEFAULT';
const SPEC_BYTES: Readonly<Record<string, number>> = { AES_128: 16, AES_256: 32 };

export const GenerateDataKey = operation('GenerateDataKey', (input, ctx) => {
  refuseRecipient(input.Recipient);
  return dataKey(ctx, input);
});

export const GenerateDataKeyWithoutPlaintext = operation('GenerateDataKeyWithoutPlaintext', (input, ctx) => {
  const { Plaintext: _, ...answer } = dataKey(ctx, input);
  return answer;
});

function dataKey(ctx: Ctx, { KeyId, KeySpec, NumberOfBytes, EncryptionContext, DryRun }: GenerateDataKeyWithoutPlaintextRequest) {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) throw invalid('Please specify either number of bytes or key spec.');
  const key = symmetricKey(ctx, KeyId);
  stopDryRun(DryRun);
  const Plaintext = Uint8Array.from(randomBytes(NumberOfBytes ?? SPEC_BYTES[KeySpec!]!));
  noteUse(key);
  return { CiphertextBlob: sealWith(key, Plaintext, EncryptionContext), Plaintext, KeyId: key.arn, KeyMaterialId: key.material.id };
}

export const GenerateDataKeyPair = operation('GenerateDataKeyPair', (input, ctx) => {
  refuseRecipient(input.Recipient);
  return dataKeyPair(ctx, input);
});

export const GenerateDataKeyPairWithoutPlaintext = operation('GenerateDataKeyPairWithoutPlaintext', async (input, ctx) => {
  const { PrivateKeyPlaintext: _, ...answer } = await dataKeyPair(ctx, input);
  return answer;
});

async function dataKeyPair(ctx: Ctx, { KeyId, KeyPairSpec, EncryptionContext, DryRun }: GenerateDataKeyPairWithoutPlaintextRequest) {
  const refused = REFUSED_SPECS[KeyPairSpec];
  if (refused) throw unsupported(refused);
  symmetricKey(ctx, KeyId);
  stopDryRun(DryRun);
  const pair = await newPrivateKey(KEY_SPECS[KeyPairSpec]!);
  // Whatever happened to the key meanwhile counts.
  const key = symmetricKey(ctx, KeyId);
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

function symmetricKey(ctx: Ctx, name: string): Usable {
  const key = locateFor(ctx, name, 'ENCRYPT_DECRYPT');
  requireAlgorithm(key, SYMMETRIC);
  return key;
}

export const GenerateRandom = operation('GenerateRandom', ({ NumberOfBytes, CustomKeyStoreId, Recipient }) => {
  refuseRecipient(Recipient);
  if (CustomKeyStoreId !== undefined) throw unsupported('Custom key stores are not emulated.');
  if (NumberOfBytes === undefined) throw invalid('NumberOfBytes is required.');
  return { Plaintext: Uint8Array.from(randomBytes(NumberOfBytes)) };
});
