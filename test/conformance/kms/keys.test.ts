// Keys and what hangs on them: aliases, policies, tags, rotation, deletion, grants, copies in other regions.
import { type CreateKeyCommandInput, KMS, paginateListKeys } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let kms: KMS;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  kms = emulator.client(KMS);
});
afterAll(() => emulator.stop());

const create = async (input: CreateKeyCommandInput = {}, client = kms) => (await client.createKey(input)).KeyMetadata!;
const describeKey = async (KeyId: string, client = kms) => (await client.describeKey({ KeyId })).KeyMetadata!;
const encrypt = async (KeyId: string, text: string, client = kms) =>
  (await client.encrypt({ KeyId, Plaintext: Buffer.from(text) })).CiphertextBlob!;
const decrypt = async (CiphertextBlob: Uint8Array, client = kms) =>
  Buffer.from((await client.decrypt({ CiphertextBlob })).Plaintext!).toString();

describe('keys', () => {
  it('are described by id, ARN, alias and alias ARN', async () => {
    const key = await create({ Description: 'mine', Tags: [{ TagKey: 'a', TagValue: '1' }] });
    expect(key).toMatchObject({
      AWSAccountId: '000000000000',
      Arn: `arn:aws:kms:us-east-1:000000000000:key/${key.KeyId}`,
      Enabled: true,
      KeyState: 'Enabled',
      KeyUsage: 'ENCRYPT_DECRYPT',
      KeySpec: 'SYMMETRIC_DEFAULT',
      CustomerMasterKeySpec: 'SYMMETRIC_DEFAULT',
      EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
      KeyManager: 'CUSTOMER',
      Origin: 'AWS_KMS',
      MultiRegion: false,
      Description: 'mine',
    });
    await kms.createAlias({ AliasName: 'alias/described', TargetKeyId: key.KeyId });
    for (const name of [key.KeyId!, key.Arn!, 'alias/described', 'arn:aws:kms:us-east-1:000000000000:alias/described'])
      expect(await describeKey(name)).toEqual(key);
  });

  it('that are not there are refused in the words of the cloud', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    await expect(describeKey(id)).rejects.toMatchObject({
      name: 'NotFoundException',
      message: `Key 'arn:aws:kms:us-east-1:000000000000:key/${id}' does not exist`,
    });
    await expect(describeKey('nothing')).rejects.toMatchObject({ name: 'NotFoundException', message: "Invalid keyId 'nothing'" });
    await expect(describeKey('alias/nothing')).rejects.toMatchObject({
      message: 'Alias arn:aws:kms:us-east-1:000000000000:alias/nothing is not found.',
    });
    await expect(describeKey(`arn:aws:kms:eu-west-1:000000000000:key/${id}`)).rejects.toMatchObject({ message: 'Invalid arn eu-west-1' });
  });

  it('of services come into being with their first use and stay as they are', async () => {
    const { Aliases } = await kms.listAliases({ Limit: 100 });
    expect(Aliases).toContainEqual({ AliasName: 'alias/aws/s3', AliasArn: 'arn:aws:kms:us-east-1:000000000000:alias/aws/s3' });
    const key = await describeKey('alias/aws/s3');
    expect((await kms.listAliases({ KeyId: key.KeyId })).Aliases).toMatchObject([{ AliasName: 'alias/aws/s3' }]);
    expect(key).toMatchObject({ KeyManager: 'AWS' });
    expect(await describeKey('alias/aws/s3')).toEqual(key);
    await expect(kms.disableKey({ KeyId: key.KeyId })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(await kms.getKeyRotationStatus({ KeyId: key.KeyId })).toMatchObject({ KeyRotationEnabled: true });
  });

  it('are in no custom key store', async () => {
    expect(await kms.describeCustomKeyStores()).toMatchObject({ CustomKeyStores: [], Truncated: false });
    await expect(kms.describeCustomKeyStores({ CustomKeyStoreName: 'x' })).rejects.toMatchObject({
      name: 'CustomKeyStoreNotFoundException',
    });
  });

  it('need a spec and a use that go together', async () => {
    await expect(create({ KeySpec: 'RSA_2048' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(create({ KeySpec: 'HMAC_256', KeyUsage: 'SIGN_VERIFY' })).rejects.toMatchObject({
      message: 'KeyUsage SIGN_VERIFY is not compatible with KeySpec HMAC_256',
    });
    await expect(create({ KeySpec: 'ML_DSA_44', KeyUsage: 'SIGN_VERIFY' })).rejects.toMatchObject({
      name: 'UnsupportedOperationException',
    });
    await expect(create({ Origin: 'AWS_CLOUDHSM' })).rejects.toMatchObject({ name: 'UnsupportedOperationException' });
  });

  it('can be switched off, renamed and listed in pages', async () => {
    const { KeyId, Arn } = await create();
    await kms.updateKeyDescription({ KeyId, Description: 'other' });
    await kms.disableKey({ KeyId });
    expect(await describeKey(KeyId!)).toMatchObject({ Enabled: false, KeyState: 'Disabled', Description: 'other' });
    await expect(encrypt(KeyId!, 'x')).rejects.toMatchObject({ name: 'DisabledException', message: `${Arn} is disabled.` });
    await kms.enableKey({ KeyId });
    await encrypt(KeyId!, 'x');
    const listed: string[] = [];
    for await (const { Keys } of paginateListKeys({ client: kms, pageSize: 2 }, {})) listed.push(...Keys!.map((key) => key.KeyId!));
    expect(listed).toContain(KeyId);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe('aliases', () => {
  it('move from key to key and go', async () => {
    const [one, two] = [await create(), await create()];
    const AliasName = 'alias/moving/name';
    await kms.createAlias({ AliasName, TargetKeyId: one.KeyId });
    await expect(kms.createAlias({ AliasName, TargetKeyId: two.KeyId })).rejects.toMatchObject({
      name: 'AlreadyExistsException',
      message: `An alias with the name arn:aws:kms:us-east-1:000000000000:${AliasName} already exists`,
    });
    await kms.updateAlias({ AliasName, TargetKeyId: two.Arn });
    expect((await describeKey(AliasName)).KeyId).toBe(two.KeyId);
    expect((await kms.listAliases({ KeyId: one.KeyId })).Aliases).toEqual([]);
    expect((await kms.listAliases({ KeyId: two.KeyId })).Aliases).toMatchObject([{ AliasName, TargetKeyId: two.KeyId }]);
    await kms.deleteAlias({ AliasName });
    await expect(describeKey(AliasName)).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('have rules for their names', async () => {
    const { KeyId } = await create();
    const named = (AliasName: string) => kms.createAlias({ AliasName, TargetKeyId: KeyId });
    await expect(named('plain')).rejects.toMatchObject({ message: expect.stringContaining('Alias must start with the prefix "alias/"') });
    await expect(named('alias/aws/mine')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe('policies and tags', () => {
  it('come back as they were given', async () => {
    const { KeyId } = await create();
    const { Policy } = await kms.getKeyPolicy({ KeyId, PolicyName: 'default' });
    expect(JSON.parse(Policy!)).toMatchObject({ Id: 'key-default-1' });
    const mine = '{ "Version":"2012-10-17", "Statement":[{"Effect":"Allow","Principal":"*","Action":"kms:*","Resource":"*"}] }';
    await kms.putKeyPolicy({ KeyId, Policy: mine });
    expect((await kms.getKeyPolicy({ KeyId })).Policy).toBe(mine);
    expect((await kms.listKeyPolicies({ KeyId })).PolicyNames).toEqual(['default']);
    const locked = mine.replace('kms:*', 'kms:Encrypt');
    await expect(kms.putKeyPolicy({ KeyId, Policy: locked })).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
      message: 'The new key policy will not allow you to update the key policy in the future.',
    });
    await kms.putKeyPolicy({ KeyId, Policy: locked, BypassPolicyLockoutSafetyCheck: true });
    await expect(create({ Policy: '{' })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
  });

  it('tags are merged, taken away and paged', async () => {
    const { KeyId } = await create({ Tags: [{ TagKey: 'a', TagValue: '1' }] });
    await kms.tagResource({
      KeyId,
      Tags: [
        { TagKey: 'b', TagValue: '2' },
        { TagKey: 'a', TagValue: '3' },
      ],
    });
    const page = await kms.listResourceTags({ KeyId, Limit: 1 });
    expect(page).toMatchObject({ Tags: [{ TagKey: 'a', TagValue: '3' }], Truncated: true });
    const rest = await kms.listResourceTags({ KeyId, Marker: page.NextMarker });
    expect(rest).toMatchObject({ Tags: [{ TagKey: 'b', TagValue: '2' }], Truncated: false });
    await kms.untagResource({ KeyId, TagKeys: ['a'] });
    expect((await kms.listResourceTags({ KeyId })).Tags).toEqual([{ TagKey: 'b', TagValue: '2' }]);
    await expect(kms.listResourceTags({ KeyId, Marker: '*' })).rejects.toMatchObject({ name: 'InvalidMarkerException' });
  });
});

describe('rotation', () => {
  it('replaces the material on demand and by the calendar; old ciphertexts stay readable', async () => {
    const { KeyId, CurrentKeyMaterialId: first } = await create();
    const old = await encrypt(KeyId!, 'old');
    await kms.rotateKeyOnDemand({ KeyId });
    expect((await describeKey(KeyId!)).CurrentKeyMaterialId).not.toBe(first);
    await kms.enableKeyRotation({ KeyId, RotationPeriodInDays: 90 });
    expect(await kms.getKeyRotationStatus({ KeyId })).toMatchObject({
      KeyRotationEnabled: true,
      RotationPeriodInDays: 90,
      NextRotationDate: new Date(emulator.clock.now() + 90 * 86_400_000),
    });
    await emulator.clock.advance('181d');
    const { Rotations } = await kms.listKeyRotations({ KeyId, IncludeKeyMaterial: 'ALL_KEY_MATERIAL' });
    expect(Rotations!.map(({ RotationType, KeyMaterialState }) => [RotationType, KeyMaterialState])).toEqual([
      [undefined, 'NON_CURRENT'],
      ['ON_DEMAND', 'NON_CURRENT'],
      ['AUTOMATIC', 'NON_CURRENT'],
      ['AUTOMATIC', 'CURRENT'],
    ]);
    expect(await decrypt(old)).toBe('old');
    await kms.disableKeyRotation({ KeyId });
    await emulator.clock.advance('200d');
    expect((await kms.listKeyRotations({ KeyId })).Rotations).toHaveLength(3);
  });

  it('is for symmetric keys, 25 times on demand', async () => {
    const hmac = await create({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
    await expect(kms.enableKeyRotation({ KeyId: hmac.KeyId })).rejects.toMatchObject({
      name: 'UnsupportedOperationException',
    });
    expect(await kms.getKeyRotationStatus({ KeyId: hmac.KeyId })).toMatchObject({ KeyRotationEnabled: false });
    const { KeyId } = await create();
    for (let time = 0; time < 25; time++) await kms.rotateKeyOnDemand({ KeyId });
    await expect(kms.rotateKeyOnDemand({ KeyId })).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});

describe('deletion', () => {
  it('waits, can be called off, and takes aliases along', async () => {
    const { KeyId, Arn } = await create();
    await kms.createAlias({ AliasName: 'alias/doomed', TargetKeyId: KeyId });
    const schedule = () => kms.scheduleKeyDeletion({ KeyId, PendingWindowInDays: 7 });
    const DeletionDate = new Date(emulator.clock.now() + 7 * 86_400_000);
    expect(await schedule()).toMatchObject({ KeyId: Arn, KeyState: 'PendingDeletion', DeletionDate, PendingWindowInDays: 7 });
    expect(await describeKey(KeyId!)).toMatchObject({ KeyState: 'PendingDeletion', Enabled: false, DeletionDate });
    await expect(schedule()).rejects.toMatchObject({ name: 'KMSInvalidStateException', message: `${Arn} is pending deletion.` });
    await expect(encrypt(KeyId!, 'x')).rejects.toMatchObject({ name: 'KMSInvalidStateException' });
    expect(await kms.cancelKeyDeletion({ KeyId })).toMatchObject({ KeyId: Arn });
    expect(await describeKey(KeyId!)).toMatchObject({ KeyState: 'Disabled' });
    await emulator.clock.advance('8d');
    await schedule();
    await emulator.clock.advance('7d');
    await expect(describeKey(KeyId!)).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(describeKey('alias/doomed')).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('has a window of 7 to 30 days', async () => {
    const { KeyId } = await create();
    await expect(kms.scheduleKeyDeletion({ KeyId, PendingWindowInDays: 31 })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('grants', () => {
  it('are listed, retired by token or by id, and revoked', async () => {
    const { KeyId, Arn } = await create();
    const GranteePrincipal = 'arn:aws:iam::000000000000:role/reader';
    const RetiringPrincipal = 'arn:aws:iam::000000000000:role/owner';
    const input = { KeyId, GranteePrincipal, RetiringPrincipal, Name: 'named', Operations: ['Decrypt' as const] };
    const one = await kms.createGrant(input);
    expect((await kms.createGrant(input)).GrantId).toBe(one.GrantId);
    const two = await kms.createGrant({ ...input, Name: 'other' });
    const three = await kms.createGrant({ ...input, Name: 'third' });
    const { Grants } = await kms.listGrants({ KeyId, GrantId: one.GrantId });
    expect(Grants).toMatchObject([{ KeyId: Arn, Name: 'named', GranteePrincipal, RetiringPrincipal, Operations: ['Decrypt'] }]);
    const page = await kms.listRetirableGrants({ RetiringPrincipal, Limit: 2 });
    expect(page).toMatchObject({ Truncated: true });
    expect((await kms.listRetirableGrants({ RetiringPrincipal, Marker: page.NextMarker })).Grants).toHaveLength(1);
    await kms.retireGrant({ GrantToken: one.GrantToken });
    await kms.retireGrant({ KeyId: Arn, GrantId: two.GrantId });
    await kms.revokeGrant({ KeyId, GrantId: three.GrantId });
    await expect(kms.revokeGrant({ KeyId, GrantId: three.GrantId })).rejects.toMatchObject({ name: 'NotFoundException' });
    expect((await kms.listGrants({ KeyId })).Grants).toEqual([]);
  });
});

describe('copies in other regions', () => {
  it('share id, material and rotation; the primary goes last', async () => {
    const there = emulator.client(KMS, { region: 'eu-west-1' });
    const { KeyId } = await create({ MultiRegion: true });
    expect(KeyId).toMatch(/^mrk-[0-9a-f]{32}$/);
    const { ReplicaKeyMetadata: replica } = await kms.replicateKey({ KeyId, ReplicaRegion: 'eu-west-1' });
    expect(replica).toMatchObject({
      KeyId,
      MultiRegionConfiguration: { MultiRegionKeyType: 'REPLICA', PrimaryKey: { Region: 'us-east-1' } },
    });
    await kms.rotateKeyOnDemand({ KeyId });
    expect(await decrypt(await encrypt(KeyId!, 'hello'), there)).toBe('hello');
    await expect(kms.replicateKey({ KeyId, ReplicaRegion: 'eu-west-1' })).rejects.toMatchObject({
      name: 'AlreadyExistsException',
    });
    await kms.updatePrimaryRegion({ KeyId, PrimaryRegion: 'eu-west-1' });
    expect(await describeKey(KeyId!)).toMatchObject({ MultiRegionConfiguration: { MultiRegionKeyType: 'REPLICA' } });
    const schedule = (client: KMS) => client.scheduleKeyDeletion({ KeyId, PendingWindowInDays: 7 });
    expect(await schedule(there)).toMatchObject({ KeyState: 'PendingReplicaDeletion' });
    expect(await schedule(kms)).toMatchObject({ KeyState: 'PendingDeletion' });
    await emulator.clock.advance('7d');
    expect(await describeKey(KeyId!, there)).toMatchObject({ KeyState: 'PendingDeletion', MultiRegionConfiguration: { ReplicaKeys: [] } });
    await emulator.clock.advance('7d');
    await expect(describeKey(KeyId!, there)).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('see nothing of ordinary keys', async () => {
    const { KeyId } = await create();
    const there = emulator.client(KMS, { region: 'eu-west-1' });
    await expect(decrypt(await encrypt(KeyId!, 'x'), there)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
