// Keys and secrets of a data directory: everything is there after a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMS } from '@aws-sdk/client-kms';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

it('keys and secrets outlive the process', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'secrets-'));
  const start = async () => {
    const emulator = await startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
    return { emulator, kms: emulator.client(KMS), client: emulator.client(SecretsManager) };
  };
  const before = await start();
  const KeyId = (await before.kms.createKey()).KeyMetadata!.KeyId!;
  await before.kms.createAlias({ AliasName: 'alias/kept', TargetKeyId: KeyId });
  const { CiphertextBlob } = await before.kms.encrypt({ KeyId, Plaintext: Buffer.from('hello') });
  const signer = (await before.kms.createKey({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' })).KeyMetadata!.KeyId!;
  const signed = { KeyId: signer, SigningAlgorithm: 'ECDSA_SHA_256' as const, Message: Buffer.from('message') };
  const { Signature } = await before.kms.sign(signed);
  await before.client.createSecret({ Name: 'kept', SecretString: 'first', KmsKeyId: 'alias/kept' });
  await before.client.putSecretValue({ SecretId: 'kept', SecretString: 'second' });
  await before.client.createSecret({ Name: 'doomed', SecretString: 'x' });
  await before.client.deleteSecret({ SecretId: 'doomed', RecoveryWindowInDays: 7 });
  await before.emulator.stop();

  const { emulator, kms, client } = await start();
  const opened = await kms.decrypt({ CiphertextBlob, KeyId: 'alias/kept' });
  expect(Buffer.from(opened.Plaintext!).toString()).toBe('hello');
  expect(await kms.verify({ ...signed, Signature })).toMatchObject({ SignatureValid: true });
  expect(await client.getSecretValue({ SecretId: 'kept' })).toMatchObject({ SecretString: 'second' });
  const previous = await client.getSecretValue({ SecretId: 'kept', VersionStage: 'AWSPREVIOUS' });
  expect(previous).toMatchObject({ SecretString: 'first' });
  await emulator.clock.advance('8d');
  await expect(client.describeSecret({ SecretId: 'doomed' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
