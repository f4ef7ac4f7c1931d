// Keys and what hangs on them: aliases, policies, tags, rotation, deletion, grants, copies in other regions.
import {
  CancelKeyDeletionCommand,
  CreateAliasCommand,
  CreateGrantCommand,
  CreateKeyCommand,
  type CreateKeyCommandInput,
  DecryptCommand,
  DeleteAliasCommand,
  DescribeCustomKeyStoresCommand,
  DescribeKeyCommand,
  DisableKeyCommand,
  DisableKeyRotationCommand,
  EnableKeyCommand,
  EnableKeyRotationCommand,
  EncryptCommand,
  GetKeyPolicyCommand,
  GetKeyRotationStatusCommand,
  KMSClient,
  ListAliasesCommand,
  ListGrantsCommand,
  ListKeyPoliciesCommand,
  ListKeyRotationsCommand,
  ListResourceTagsCommand,
  ListRetirableGrantsCommand,
  PutKeyPolicyCommand,
  paginateListKeys,
  ReplicateKeyCommand,
  RetireGrantCommand,
  RevokeGrantCommand,
  RotateKeyOnDemandCommand,
  ScheduleKeyDeletionCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateAliasCommand,
  UpdateKeyDescriptionCommand,
  UpdatePrimaryRegionCommand,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let kms: KMSClient;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  kms = emulator.client(KMSClient);
});
afterAll(() => emulator.stop());

const create = async (input: CreateKeyCommandInput = {}, client = kms) => (await client.send(new CreateKeyCommand(input))).KeyMetadata!;
const describeKey = async (KeyId: string, client = kms) => (await client.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata!;
const encrypt = async (KeyId: string, text: string, client = kms) =>
  (await client.send(new EncryptCommand({ KeyId, Plaintext: Buffer.from(text) }))).CiphertextBlob!;
const decrypt = async (CiphertextBlob: Uint8Array, client = kms) =>
  Buffer.from((await client.send(new DecryptCommand({ CiphertextBlob }))).Plaintext!).toString();

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
    await kms.send(new CreateAliasCommand({ AliasName: 'alias/described', TargetKeyId: key.KeyId }));
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
    const { Aliases } = await kms.send(new ListAliasesCommand({ Limit: 100 }));
    expect(Aliases).toContainEqual({ AliasName: 'alias/aws/s3', AliasArn: 'arn:aws:kms:us-east-1:000000000000:alias/aws/s3' });
    const key = await describeKey('alias/aws/s3');
    expect((await kms.send(new ListAliasesCommand({ KeyId: key.KeyId }))).Aliases).toMatchObject([{ AliasName: 'alias/aws/s3' }]);
    expect(key).toMatchObject({ KeyManager: 'AWS' });
    expect(await describeKey('alias/aws/s3')).toEqual(key);
    await expect(kms.send(new DisableKeyCommand({ KeyId: key.KeyId }))).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(await kms.send(new GetKeyRotationStatusCommand({ KeyId: key.KeyId }))).toMatchObject({ KeyRotationEnabled: true });
  });

  it('are in no custom key store', async () => {
    expect(await kms.send(new DescribeCustomKeyStoresCommand({}))).toMatchObject({ CustomKeyStores: [], Truncated: false });
    await expect(kms.send(new DescribeCustomKeyStoresCommand({ CustomKeyStoreName: 'x' }))).rejects.toMatchObject({
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
    await kms.send(new UpdateKeyDescriptionCommand({ KeyId, Description: 'other' }));
    await kms.send(new DisableKeyCommand({ KeyId }));
    expect(await describeKey(KeyId!)).toMatchObject({ Enabled: false, KeyState: 'Disabled', Description: 'other' });
    await expect(encrypt(KeyId!, 'x')).rejects.toMatchObject({ name: 'DisabledException', message: `${Arn} is disabled.` });
    await kms.send(new EnableKeyCommand({ KeyId }));
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
    await kms.send(new CreateAliasCommand({ AliasName, TargetKeyId: one.KeyId }));
    await expect(kms.send(new CreateAliasCommand({ AliasName, TargetKeyId: two.KeyId }))).rejects.toMatchObject({
      name: 'AlreadyExistsException',
      message: `An alias with the name arn:aws:kms:us-east-1:000000000000:${AliasName} already exists`,
    });
    await kms.send(new UpdateAliasCommand({ AliasName, TargetKeyId: two.Arn }));
    expect((await describeKey(AliasName)).KeyId).toBe(two.KeyId);
    expect((await kms.send(new ListAliasesCommand({ KeyId: one.KeyId }))).Aliases).toEqual([]);
    expect((await kms.send(new ListAliasesCommand({ KeyId: two.KeyId }))).Aliases).toMatchObject([{ AliasName, TargetKeyId: two.KeyId }]);
    await kms.send(new DeleteAliasCommand({ AliasName }));
    await expect(describeKey(AliasName)).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('have rules for their names', async () => {
    const { KeyId } = await create();
    const named = (AliasName: string) => kms.send(new CreateAliasCommand({ AliasName, TargetKeyId: KeyId }));
    await expect(named('plain')).rejects.toMatchObject({ message: expect.stringContaining('Alias must start with the prefix "alias/"') });
    await expect(named('alias/aws/mine')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe('policies and tags', () => {
  it('come back as they were given', async () => {
    const { KeyId } = await create();
    const { Policy } = await kms.send(new GetKeyPolicyCommand({ KeyId, PolicyName: 'default' }));
    expect(JSON.parse(Policy!)).toMatchObject({ Id: 'key-default-1' });
    const mine = '{ "Version":"2012-10-17", "Statement":[{"Effect":"Allow","Principal":"*","Action":"kms:*","Resource":"*"}] }';
    await kms.send(new PutKeyPolicyCommand({ KeyId, Policy: mine }));
    expect((await kms.send(new GetKeyPolicyCommand({ KeyId }))).Policy).toBe(mine);
    expect((await kms.send(new ListKeyPoliciesCommand({ KeyId }))).PolicyNames).toEqual(['default']);
    const locked = mine.replace('kms:*', 'kms:Encrypt');
    await expect(kms.send(new PutKeyPolicyCommand({ KeyId, Policy: locked }))).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
      message: 'The new key policy will not allow you to update the key policy in the future.',
    });
    await kms.send(new PutKeyPolicyCommand({ KeyId, Policy: locked, BypassPolicyLockoutSafetyCheck: true }));
    await expect(create({ Policy: '{' })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
  });

  it('tags are merged, taken away and paged', async () => {
    const { KeyId } = await create({ Tags: [{ TagKey: 'a', TagValue: '1' }] });
    await kms.send(
      new TagResourceCommand({
        KeyId,
        Tags: [
          { TagKey: 'b', TagValue: '2' },
          { TagKey: 'a', TagValue: '3' },
        ],
      }),
    );
    const page = await kms.send(new ListResourceTagsCommand({ KeyId, Limit: 1 }));
    expect(page).toMatchObject({ Tags: [{ TagKey: 'a', TagValue: '3' }], Truncated: true });
    const rest = await kms.send(new ListResourceTagsCommand({ KeyId, Marker: page.NextMarker }));
    expect(rest).toMatchObject({ Tags: [{ TagKey: 'b', TagValue: '2' }], Truncated: false });
    await kms.send(new UntagResourceCommand({ KeyId, TagKeys: ['a'] }));
    expect((await kms.send(new ListResourceTagsCommand({ KeyId }))).Tags).toEqual([{ TagKey: 'b', TagValue: '2' }]);
    await expect(kms.send(new ListResourceTagsCommand({ KeyId, Marker: '*' }))).rejects.toMatchObject({ name: 'InvalidMarkerException' });
  });
});

describe('rotation', () => {
  it('replaces the material on demand and by the calendar; old ciphertexts stay readable', async () => {
    const { KeyId, CurrentKeyMaterialId: first } = await create();
    const old = await encrypt(KeyId!, 'old');
    await kms.send(new RotateKeyOnDemandCommand({ KeyId }));
    expect((await describeKey(KeyId!)).CurrentKeyMaterialId).not.toBe(first);
    await kms.send(new EnableKeyRotationCommand({ KeyId, RotationPeriodInDays: 90 }));
    expect(await kms.send(new GetKeyRotationStatusCommand({ KeyId }))).toMatchObject({
      KeyRotationEnabled: true,
      RotationPeriodInDays: 90,
      NextRotationDate: new Date(emulator.clock.now() + 90 * 86_400_000),
    });
    await emulator.clock.advance('181d');
    const { Rotations } = await kms.send(new ListKeyRotationsCommand({ KeyId, IncludeKeyMaterial: 'ALL_KEY_MATERIAL' }));
    expect(Rotations!.map(({ RotationType, KeyMaterialState }) => [RotationType, KeyMaterialState])).toEqual([
      [undefined, 'NON_CURRENT'],
      ['ON_DEMAND', 'NON_CURRENT'],
      ['AUTOMATIC', 'NON_CURRENT'],
      ['AUTOMATIC', 'CURRENT'],
    ]);
    expect(await decrypt(old)).toBe('old');
    await kms.send(new DisableKeyRotationCommand({ KeyId }));
    await emulator.clock.advance('200d');
    expect((await kms.send(new ListKeyRotationsCommand({ KeyId }))).Rotations).toHaveLength(3);
  });

  it('is for symmetric keys, 25 times on demand', async () => {
    const hmac = await create({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' });
    await expect(kms.send(new EnableKeyRotationCommand({ KeyId: hmac.KeyId }))).rejects.toMatchObject({
      name: 'UnsupportedOperationException',
    });
    expect(await kms.send(new GetKeyRotationStatusCommand({ KeyId: hmac.KeyId }))).toMatchObject({ KeyRotationEnabled: false });
    const { KeyId } = await create();
    for (let time = 0; time < 25; time++) await kms.send(new RotateKeyOnDemandCommand({ KeyId }));
    await expect(kms.send(new RotateKeyOnDemandCommand({ KeyId }))).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});

describe('deletion', () => {
  it('waits, can be called off, and takes aliases along', async () => {
    const { KeyId, Arn } = await create();
    await kms.send(new CreateAliasCommand({ AliasName: 'alias/doomed', TargetKeyId: KeyId }));
    const schedule = () => kms.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: 7 }));
    const DeletionDate = new Date(emulator.clock.now() + 7 * 86_400_000);
    expect(await schedule()).toMatchObject({ KeyId: Arn, KeyState: 'PendingDeletion', DeletionDate, PendingWindowInDays: 7 });
    expect(await describeKey(KeyId!)).toMatchObject({ KeyState: 'PendingDeletion', Enabled: false, DeletionDate });
    await expect(schedule()).rejects.toMatchObject({ name: 'KMSInvalidStateException', message: `${Arn} is pending deletion.` });
    await expect(encrypt(KeyId!, 'x')).rejects.toMatchObject({ name: 'KMSInvalidStateException' });
    expect(await kms.send(new CancelKeyDeletionCommand({ KeyId }))).toMatchObject({ KeyId: Arn });
    expect(await describeKey(KeyId!)).toMatchObject({ KeyState: 'Disabled' });
    await emulator.clock.advance('8d');
    await schedule();
    await emulator.clock.advance('7d');
    await expect(describeKey(KeyId!)).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(describeKey('alias/doomed')).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('has a window of 7 to 30 days', async () => {
    const { KeyId } = await create();
    await expect(kms.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: 31 }))).rejects.toMatchObject({
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
    const one = await kms.send(new CreateGrantCommand(input));
    expect((await kms.send(new CreateGrantCommand(input))).GrantId).toBe(one.GrantId);
    const two = await kms.send(new CreateGrantCommand({ ...input, Name: 'other' }));
    const three = await kms.send(new CreateGrantCommand({ ...input, Name: 'third' }));
    const { Grants } = await kms.send(new ListGrantsCommand({ KeyId, GrantId: one.GrantId }));
    expect(Grants).toMatchObject([{ KeyId: Arn, Name: 'named', GranteePrincipal, RetiringPrincipal, Operations: ['Decrypt'] }]);
    const page = await kms.send(new ListRetirableGrantsCommand({ RetiringPrincipal, Limit: 2 }));
    expect(page).toMatchObject({ Truncated: true });
    expect((await kms.send(new ListRetirableGrantsCommand({ RetiringPrincipal, Marker: page.NextMarker }))).Grants).toHaveLength(1);
    await kms.send(new RetireGrantCommand({ GrantToken: one.GrantToken }));
    await kms.send(new RetireGrantCommand({ KeyId: Arn, GrantId: two.GrantId }));
    await kms.send(new RevokeGrantCommand({ KeyId, GrantId: three.GrantId }));
    await expect(kms.send(new RevokeGrantCommand({ KeyId, GrantId: three.GrantId }))).rejects.toMatchObject({ name: 'NotFoundException' });
    expect((await kms.send(new ListGrantsCommand({ KeyId }))).Grants).toEqual([]);
  });
});

describe('copies in other regions', () => {
  it('share id, material and rotation; the primary goes last', async () => {
    const there = emulator.client(KMSClient, { region: 'eu-west-1' });
    const { KeyId } = await create({ MultiRegion: true });
    expect(KeyId).toMatch(/^mrk-[0-9a-f]{32}$/);
    const { ReplicaKeyMetadata: replica } = await kms.send(new ReplicateKeyCommand({ KeyId, ReplicaRegion: 'eu-west-1' }));
    expect(replica).toMatchObject({
      KeyId,
      MultiRegionConfiguration: { MultiRegionKeyType: 'REPLICA', PrimaryKey: { Region: 'us-east-1' } },
    });
    await kms.send(new RotateKeyOnDemandCommand({ KeyId }));
    expect(await decrypt(await encrypt(KeyId!, 'hello'), there)).toBe('hello');
    await expect(kms.send(new ReplicateKeyCommand({ KeyId, ReplicaRegion: 'eu-west-1' }))).rejects.toMatchObject({
      name: 'AlreadyExistsException',
    });
    await kms.send(new UpdatePrimaryRegionCommand({ KeyId, PrimaryRegion: 'eu-west-1' }));
    expect(await describeKey(KeyId!)).toMatchObject({ MultiRegionConfiguration: { MultiRegionKeyType: 'REPLICA' } });
    const schedule = (client: KMSClient) => client.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: 7 }));
    expect(await schedule(there)).toMatchObject({ KeyState: 'PendingReplicaDeletion' });
    expect(await schedule(kms)).toMatchObject({ KeyState: 'PendingDeletion' });
    await emulator.clock.advance('7d');
    expect(await describeKey(KeyId!, there)).toMatchObject({ KeyState: 'PendingDeletion', MultiRegionConfiguration: { ReplicaKeys: [] } });
    await emulator.clock.advance('7d');
    await expect(describeKey(KeyId!, there)).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('see nothing of ordinary keys', async () => {
    const { KeyId } = await create();
    const there = emulator.client(KMSClient, { region: 'eu-west-1' });
    await expect(decrypt(await encrypt(KeyId!, 'x'), there)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
