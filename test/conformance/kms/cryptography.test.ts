// The uses of keys: encrypt, sign, authenticate, agree; and key material that clients bring.
import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  createVerify,
  diffieHellman,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { type CreateKeyCommandInput, type ImportKeyMaterialCommandInput, KMS } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let kms: KMS;
let symmetric: string;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  kms = emulator.client(KMS);
  symmetric = await create();
});
afterAll(() => emulator.stop());

const create = async (input: CreateKeyCommandInput = {}) => (await kms.createKey(input)).KeyMetadata!.KeyId!;
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes!).toString();

describe('symmetric encryption', () => {
  it('needs the same context to decrypt, and no key id', async () => {
    const EncryptionContext = { purpose: 'test', who: 'me' };
    const { CiphertextBlob, KeyId } = await kms.encrypt({ KeyId: symmetric, Plaintext: Buffer.from('hello'), EncryptionContext });
    expect(await kms.decrypt({ CiphertextBlob, EncryptionContext })).toMatchObject({
      KeyId,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      Plaintext: new Uint8Array(Buffer.from('hello')),
    });
    for (const wrong of [{}, { purpose: 'test' }, { ...EncryptionContext, who: 'you' }])
      await expect(kms.decrypt({ CiphertextBlob, EncryptionContext: wrong })).rejects.toMatchObject({
        name: 'InvalidCiphertextException',
      });
    const other = await create();
    await expect(kms.decrypt({ CiphertextBlob, EncryptionContext, KeyId: other })).rejects.toMatchObject({
      name: 'IncorrectKeyException',
    });
    await expect(kms.decrypt({ CiphertextBlob: Buffer.from('garbage') })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it('takes 4096 bytes and not one more', async () => {
    await kms.encrypt({ KeyId: symmetric, Plaintext: Buffer.alloc(4096) });
    await expect(kms.encrypt({ KeyId: symmetric, Plaintext: Buffer.alloc(4097) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('moves from key to key', async () => {
    const destination = await create();
    const { CiphertextBlob } = await kms.encrypt({ KeyId: symmetric, Plaintext: Buffer.from('moved') });
    const moved = await kms.reEncrypt({ CiphertextBlob, DestinationKeyId: destination, DestinationEncryptionContext: { a: 'b' } });
    expect(moved.SourceKeyId).toContain(symmetric);
    const { Plaintext } = await kms.decrypt({ CiphertextBlob: moved.CiphertextBlob, KeyId: destination, EncryptionContext: { a: 'b' } });
    expect(text(Plaintext)).toBe('moved');
    expect((await kms.getKeyLastUsage({ KeyId: symmetric })).KeyLastUsage).toMatchObject({ Operation: 'ReEncrypt' });
  });

  it('says that a dry run would have worked', async () => {
    const DryRun = true;
    await expect(kms.encrypt({ KeyId: symmetric, Plaintext: Buffer.from('x'), DryRun })).rejects.toMatchObject({
      name: 'DryRunOperationException',
    });
    const blind = { DryRun, DryRunModifiers: ['IGNORE_CIPHERTEXT' as const], KeyId: symmetric };
    await expect(kms.decrypt(blind)).rejects.toMatchObject({ name: 'DryRunOperationException' });
  });
});

describe('data keys', () => {
  it('come in the clear and encrypted', async () => {
    const { Plaintext, CiphertextBlob } = await kms.generateDataKey({ KeyId: symmetric, KeySpec: 'AES_256' });
    expect(Plaintext).toHaveLength(32);
    expect((await kms.decrypt({ CiphertextBlob })).Plaintext).toEqual(Plaintext);
    const without = await kms.generateDataKeyWithoutPlaintext({ KeyId: symmetric, NumberOfBytes: 7 });
    expect(without).not.toHaveProperty('Plaintext');
    expect((await kms.decrypt({ CiphertextBlob: without.CiphertextBlob })).Plaintext).toHaveLength(7);
    await expect(kms.generateDataKey({ KeyId: symmetric })).rejects.toMatchObject({
      message: 'Please specify either number of bytes or key spec.',
    });
    expect((await kms.generateRandom({ NumberOfBytes: 9 })).Plaintext).toHaveLength(9);
  });

  it('come in pairs', async () => {
    const pair = await kms.generateDataKeyPair({ KeyId: symmetric, KeyPairSpec: 'RSA_2048' });
    const opened = await kms.decrypt({ CiphertextBlob: pair.PrivateKeyCiphertextBlob });
    expect(opened.Plaintext).toEqual(pair.PrivateKeyPlaintext);
    createPublicKey({ key: Buffer.from(pair.PublicKey!), format: 'der', type: 'spki' });
    const bare = await kms.generateDataKeyPairWithoutPlaintext({ KeyId: symmetric, KeyPairSpec: 'ECC_SECG_P256K1' });
    expect(bare).not.toHaveProperty('PrivateKeyPlaintext');
  });
});

describe('asymmetric keys', () => {
  const signing = [
    ['RSA_2048', 'RSASSA_PSS_SHA_256'],
    ['RSA_2048', 'RSASSA_PKCS1_V1_5_SHA_512'],
    ['ECC_NIST_P256', 'ECDSA_SHA_256'],
    ['ECC_NIST_P384', 'ECDSA_SHA_384'],
    ['ECC_NIST_P521', 'ECDSA_SHA_512'],
    ['ECC_SECG_P256K1', 'ECDSA_SHA_256'],
  ] as const;
  it.each(signing)('%s signs with %s, messages and digests alike', async (KeySpec, SigningAlgorithm) => {
    const KeyId = await create({ KeySpec, KeyUsage: 'SIGN_VERIFY' });
    const Message = Buffer.from('a message');
    const hash = `sha${SigningAlgorithm.slice(-3)}`;
    const digest = createHash(hash).update(Message).digest();
    const { Signature } = await kms.sign({ KeyId, SigningAlgorithm, Message: digest, MessageType: 'DIGEST' });
    expect(await kms.verify({ KeyId, SigningAlgorithm, Message, Signature })).toMatchObject({ SignatureValid: true });
    const { PublicKey } = await kms.getPublicKey({ KeyId });
    const key = createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
    const padding = SigningAlgorithm.includes('PSS') ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    expect(
      createVerify(hash)
        .update(Message)
        .verify({ key, ...padding }, Signature!),
    ).toBe(true);
    const other = Buffer.from('another');
    await expect(kms.verify({ KeyId, SigningAlgorithm, Message: other, Signature })).rejects.toMatchObject({
      name: 'KMSInvalidSignatureException',
    });
    await expect(kms.sign({ KeyId, SigningAlgorithm, Message: Buffer.from('short'), MessageType: 'DIGEST' })).rejects.toMatchObject({
      message: `Digest is invalid length for algorithm ${SigningAlgorithm}.`,
    });
  });

  it('sign with Ed25519', async () => {
    const KeyId = await create({ KeySpec: 'ECC_NIST_EDWARDS25519', KeyUsage: 'SIGN_VERIFY' });
    const Message = Buffer.from('a message');
    const SigningAlgorithm = 'ED25519_SHA_512';
    const { Signature } = await kms.sign({ KeyId, SigningAlgorithm, Message });
    expect(await kms.verify({ KeyId, SigningAlgorithm, Message, Signature })).toMatchObject({ SignatureValid: true });
  });

  it('encrypt what fits', async () => {
    const KeyId = await create({ KeySpec: 'RSA_2048', KeyUsage: 'ENCRYPT_DECRYPT' });
    const EncryptionAlgorithm = 'RSAES_OAEP_SHA_256';
    const { CiphertextBlob } = await kms.encrypt({ KeyId, EncryptionAlgorithm, Plaintext: Buffer.alloc(190, 'x') });
    const { Plaintext } = await kms.decrypt({ KeyId, EncryptionAlgorithm, CiphertextBlob });
    expect(text(Plaintext)).toBe('x'.repeat(190));
    await expect(kms.encrypt({ KeyId, EncryptionAlgorithm, Plaintext: Buffer.alloc(191) })).rejects.toMatchObject({
      message: `Algorithm ${EncryptionAlgorithm} and key spec RSA_2048 cannot encrypt data larger than 190 bytes.`,
    });
    await expect(kms.sign({ KeyId, SigningAlgorithm: 'RSASSA_PSS_SHA_256', Message: Buffer.from('x') })).rejects.toMatchObject({
      name: 'InvalidKeyUsageException',
      message: expect.stringContaining('key usage is ENCRYPT_DECRYPT which is not valid for Sign.'),
    });
  });

  it('agree on a secret', async () => {
    const KeyId = await create({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'KEY_AGREEMENT' });
    const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { SharedSecret } = await kms.deriveSharedSecret({
      KeyId,
      KeyAgreementAlgorithm: 'ECDH',
      PublicKey: mine.publicKey.export({ type: 'spki', format: 'der' }),
    });
    const { PublicKey } = await kms.getPublicKey({ KeyId });
    const publicKey = createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
    expect(Buffer.from(SharedSecret!)).toEqual(diffieHellman({ privateKey: mine.privateKey, publicKey }));
  });

  it('authenticate', async () => {
    const KeyId = await create({ KeySpec: 'HMAC_512', KeyUsage: 'GENERATE_VERIFY_MAC' });
    const request = { KeyId, MacAlgorithm: 'HMAC_SHA_512' as const, Message: Buffer.from('message') };
    const { Mac } = await kms.generateMac(request);
    expect(Mac).toHaveLength(64);
    expect(await kms.verifyMac({ ...request, Mac })).toMatchObject({ MacValid: true });
    await expect(kms.verifyMac({ ...request, Mac: Buffer.alloc(64) })).rejects.toMatchObject({
      name: 'KMSInvalidMacException',
    });
    await expect(kms.generateMac({ ...request, MacAlgorithm: 'HMAC_SHA_256' })).rejects.toMatchObject({
      name: 'InvalidKeyUsageException',
    });
  });
});

describe('imported key material', () => {
  const bring = async (KeyId: string, material: Uint8Array, more: Partial<ImportKeyMaterialCommandInput> = {}, client = kms) => {
    const parameters = await client.getParametersForImport({ KeyId, WrappingAlgorithm: 'RSAES_OAEP_SHA_256', WrappingKeySpec: 'RSA_2048' });
    const key = createPublicKey({ key: Buffer.from(parameters.PublicKey!), format: 'der', type: 'spki' });
    const EncryptedKeyMaterial = publicEncrypt({ key, oaepHash: 'sha256' }, material);
    const ExpirationModel = 'KEY_MATERIAL_DOES_NOT_EXPIRE' as const;
    return client.importKeyMaterial({ KeyId, ImportToken: parameters.ImportToken, EncryptedKeyMaterial, ExpirationModel, ...more });
  };
  const state = async (KeyId: string) => (await kms.describeKey({ KeyId })).KeyMetadata!.KeyState;

  it('makes the key usable, until it is deleted and again when it comes back', async () => {
    const KeyId = await create({ Origin: 'EXTERNAL' });
    expect(await state(KeyId)).toBe('PendingImport');
    const encrypt = () => kms.encrypt({ KeyId, Plaintext: Buffer.from('x') });
    await expect(encrypt()).rejects.toMatchObject({ name: 'KMSInvalidStateException' });
    const material = randomBytes(32);
    await bring(KeyId, material);
    const { CiphertextBlob } = await encrypt();
    const { CurrentKeyMaterialId = '' } = (await kms.describeKey({ KeyId })).KeyMetadata!;
    await kms.deleteImportedKeyMaterial({ KeyId });
    // As recorded (LocalStack's suite, kms/test_kms.py::TestKMS::test_import_key_symmetric, 2025-11)
    expect((await kms.describeKey({ KeyId })).KeyMetadata).toMatchObject({ KeyState: 'PendingImport', CurrentKeyMaterialId });
    expect(CurrentKeyMaterialId).toMatch(/^[0-9a-f]{64}$/);
    await expect(bring(KeyId, randomBytes(32))).rejects.toMatchObject({ name: 'IncorrectKeyMaterialException' });
    await bring(KeyId, material);
    expect(text((await kms.decrypt({ CiphertextBlob })).Plaintext)).toBe('x');
    await bring(KeyId, randomBytes(32), { ImportType: 'NEW_KEY_MATERIAL' });
    await kms.rotateKeyOnDemand({ KeyId });
    expect(text((await kms.decrypt({ CiphertextBlob })).Plaintext)).toBe('x');
    await expect(kms.rotateKeyOnDemand({ KeyId })).rejects.toMatchObject({ name: 'KMSInvalidStateException' });
  });

  it('may be a private key, wrapped by an AES key', async () => {
    const KeyId = await create({ Origin: 'EXTERNAL', KeySpec: 'RSA_2048', KeyUsage: 'SIGN_VERIFY' });
    const mine = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const parameters = await kms.getParametersForImport({
      KeyId,
      WrappingAlgorithm: 'RSA_AES_KEY_WRAP_SHA_256',
      WrappingKeySpec: 'RSA_3072',
    });
    const key = createPublicKey({ key: Buffer.from(parameters.PublicKey!), format: 'der', type: 'spki' });
    const between = randomBytes(32);
    const cipher = createCipheriv('id-aes256-wrap-pad', between, Buffer.from('a65959a6', 'hex'));
    const wrapped = [cipher.update(mine.privateKey.export({ type: 'pkcs8', format: 'der' })), cipher.final()];
    const EncryptedKeyMaterial = Buffer.concat([publicEncrypt({ key, oaepHash: 'sha256' }, between), ...wrapped]);
    const ExpirationModel = 'KEY_MATERIAL_DOES_NOT_EXPIRE' as const;
    await kms.importKeyMaterial({ KeyId, ImportToken: parameters.ImportToken, EncryptedKeyMaterial, ExpirationModel });
    const { PublicKey } = await kms.getPublicKey({ KeyId });
    expect(Buffer.from(PublicKey!)).toEqual(mine.publicKey.export({ type: 'spki', format: 'der' }));
  });

  it('comes to copies in other regions by itself only', async () => {
    const KeyId = await create({ Origin: 'EXTERNAL', MultiRegion: true });
    const material = randomBytes(32);
    await bring(KeyId, material);
    const there = emulator.client(KMS, { region: 'eu-west-1' });
    const { ReplicaKeyMetadata } = await kms.replicateKey({ KeyId, ReplicaRegion: 'eu-west-1' });
    expect(ReplicaKeyMetadata).toMatchObject({ KeyState: 'PendingImport' });
    await bring(KeyId, material, { ImportType: 'EXISTING_KEY_MATERIAL' }, there);
    const { CiphertextBlob } = await kms.encrypt({ KeyId, Plaintext: Buffer.from('far') });
    expect(text((await there.decrypt({ CiphertextBlob })).Plaintext)).toBe('far');
  });

  it('expires', async () => {
    const KeyId = await create({ Origin: 'EXTERNAL' });
    const ValidTo = new Date(emulator.clock.now() + 3_600_000);
    await bring(KeyId, randomBytes(32), { ExpirationModel: 'KEY_MATERIAL_EXPIRES', ValidTo });
    expect(await state(KeyId)).toBe('Enabled');
    await emulator.clock.advance('1h');
    expect(await state(KeyId)).toBe('PendingImport');
  });

  it('must be what the key is made for, under a token that holds', async () => {
    const KeyId = await create({ Origin: 'EXTERNAL' });
    await expect(bring(KeyId, randomBytes(16))).rejects.toMatchObject({ name: 'IncorrectKeyMaterialException' });
    await expect(bring(KeyId, randomBytes(32), { ImportToken: Buffer.from('x') })).rejects.toMatchObject({
      name: 'InvalidImportTokenException',
    });
    await expect(bring(KeyId, randomBytes(32), { EncryptedKeyMaterial: randomBytes(256) })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
    await expect(bring(symmetric, randomBytes(32))).rejects.toMatchObject({ name: 'UnsupportedOperationException' });
  });
});
