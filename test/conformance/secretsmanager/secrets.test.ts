// Secrets: made, read, changed, listed, deleted; labels, policies, passwords.
import { KMS } from '@aws-sdk/client-kms';
import { type CreateSecretCommandInput, paginateListSecrets, SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const NOT_FOUND = { name: 'ResourceNotFoundException', message: "Secrets Manager can't find the specified secret." };
const MARKED = {
  name: 'InvalidRequestException',
  message: "You can't perform this operation on the secret because it was marked for deletion.",
};
const TOKEN_A = 'a'.repeat(32);
const TOKEN_B = 'b'.repeat(32);
const TOKEN_C = 'c'.repeat(32);

let emulator: TestEmulator;
let client: SecretsManager;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  client = emulator.client(SecretsManager);
});
afterAll(() => emulator.stop());

const create = (Name: string, more: Partial<CreateSecretCommandInput> = {}) =>
  client.createSecret({ Name, SecretString: 'first', ...more });
const put = (SecretId: string, SecretString: string, ClientRequestToken?: string, VersionStages?: string[]) =>
  client.putSecretValue({ SecretId, SecretString, ClientRequestToken, VersionStages });
const value = (SecretId: string, more: { VersionId?: string; VersionStage?: string } = {}) => client.getSecretValue({ SecretId, ...more });
const describeSecret = (SecretId: string) => client.describeSecret({ SecretId });

describe('a secret', () => {
  it('is found by name, ARN and the ARN without its end', async () => {
    const { ARN, VersionId } = await create('app/first-secret', { Description: 'mine', Tags: [{ Key: 'a', Value: '1' }] });
    expect(ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:app\/first-secret-[A-Za-z0-9]{6}$/);
    for (const id of ['app/first-secret', ARN!, ARN!.slice(0, -7)])
      expect(await value(id)).toMatchObject({
        ARN,
        Name: 'app/first-secret',
        SecretString: 'first',
        VersionId,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: new Date(emulator.clock.now()),
      });
    const facts = await describeSecret(ARN!);
    expect(facts).toMatchObject({
      Description: 'mine',
      Tags: [{ Key: 'a', Value: '1' }],
      VersionIdsToStages: { [VersionId!]: ['AWSCURRENT'] },
      LastAccessedDate: new Date('2026-01-01T00:00:00Z'),
    });
    expect(facts).not.toHaveProperty('KmsKeyId');
    expect(facts).not.toHaveProperty('RotationEnabled');
  });

  it('holds bytes as well, or nothing yet', async () => {
    await create('bytes', { SecretString: undefined, SecretBinary: Buffer.from([0, 1, 255]) });
    const bytes = await value('bytes');
    expect(Buffer.from(bytes.SecretBinary!)).toEqual(Buffer.from([0, 1, 255]));
    expect(bytes).not.toHaveProperty('SecretString');
    await create('empty', { SecretString: undefined });
    await expect(value('empty')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
    });
    await expect(value('bytes', { VersionStage: 'constructor' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(value('arn:aws:secretsmanager:us-east-1::secret:bytes')).rejects.toMatchObject(NOT_FOUND);
    await expect(value('nothing')).rejects.toMatchObject(NOT_FOUND);
  });

  it('is made once, however often it is asked for with the same token', async () => {
    const one = await create('once', { ClientRequestToken: TOKEN_A });
    expect(await create('once', { ClientRequestToken: TOKEN_A })).toMatchObject({ ARN: one.ARN, VersionId: TOKEN_A });
    const exists = { name: 'ResourceExistsException', message: 'The operation failed because the secret once already exists.' };
    await expect(create('once', { ClientRequestToken: TOKEN_A, SecretString: 'other' })).rejects.toMatchObject({
      name: 'ResourceExistsException',
      message: `You can't use ClientRequestToken ${TOKEN_A} because that value is already in use for a version of secret ${one.ARN}.`,
    });
    await expect(create('once')).rejects.toMatchObject(exists);
    await expect(create('no spaces')).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('Invalid name.'),
    });
    await expect(create('both', { SecretBinary: Buffer.from('x') })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('versions', () => {
  it('hand their labels on', async () => {
    await create('labels', { ClientRequestToken: TOKEN_A });
    await put('labels', 'second', TOKEN_B);
    expect(await value('labels')).toMatchObject({ SecretString: 'second', VersionId: TOKEN_B });
    expect(await value('labels', { VersionStage: 'AWSPREVIOUS' })).toMatchObject({ SecretString: 'first', VersionId: TOKEN_A });
    await put('labels', 'third', TOKEN_C, ['mine']);
    expect(await value('labels', { VersionStage: 'mine' })).toMatchObject({ SecretString: 'third' });
    expect(await value('labels', { VersionId: TOKEN_A })).toMatchObject({ SecretString: 'first' });
    await expect(value('labels', { VersionId: TOKEN_A, VersionStage: 'mine' })).rejects.toMatchObject({
      message: 'You provided a VersionStage that is not associated to the provided VersionId.',
    });
    await put('labels', 'third', TOKEN_C);
    await expect(put('labels', 'other', TOKEN_C)).rejects.toMatchObject({ name: 'ResourceExistsException' });
    const move = (from: string | undefined, to: string | undefined) =>
      client.updateSecretVersionStage({
        SecretId: 'labels',
        VersionStage: 'AWSCURRENT',
        RemoveFromVersionId: from,
        MoveToVersionId: to,
      });
    await expect(move(undefined, TOKEN_A)).rejects.toMatchObject({
      message: expect.stringContaining(`Staging label AWSCURRENT is currently attached to version ${TOKEN_B}`),
    });
    await expect(move(TOKEN_B, undefined)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await move(TOKEN_B, TOKEN_A);
    expect((await describeSecret('labels')).VersionIdsToStages).toEqual({
      [TOKEN_A]: ['AWSCURRENT'],
      [TOKEN_B]: ['AWSPREVIOUS'],
      [TOKEN_C]: ['mine'],
    });
  });

  it('are listed, without labels only when asked for', async () => {
    await create('listed', { ClientRequestToken: TOKEN_A });
    await put('listed', 'second', TOKEN_B);
    await put('listed', 'third', TOKEN_C);
    const list = async (more: object = {}) => client.listSecretVersionIds({ SecretId: 'listed', ...more });
    expect((await list()).Versions!.map(({ VersionId }) => VersionId)).toEqual([TOKEN_B, TOKEN_C]);
    const page = await list({ IncludeDeprecated: true, MaxResults: 2 });
    expect(page.Versions).toHaveLength(2);
    expect((await list({ IncludeDeprecated: true, NextToken: page.NextToken })).Versions).toHaveLength(1);
    await expect(list({ NextToken: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidNextTokenException' });
  });

  it('beyond the hundredth go when a day old', async () => {
    await create('many');
    for (let made = 0; made < 105; made++) await put('many', `value ${made}`);
    await emulator.clock.advance('25h');
    await put('many', 'last');
    const { Versions } = await client.listSecretVersionIds({ SecretId: 'many', IncludeDeprecated: true, MaxResults: 100 });
    expect(Versions).toHaveLength(100);
    expect(await value('many')).toMatchObject({ SecretString: 'last' });
  });
});

describe('keys', () => {
  it('of the key service open and close values', async () => {
    const kms = emulator.client(KMS);
    const { KeyMetadata } = await kms.createKey();
    const KmsKeyId = KeyMetadata!.Arn!;
    await create('keyed', { KmsKeyId });
    expect(await describeSecret('keyed')).toMatchObject({ KmsKeyId });
    await kms.disableKey({ KeyId: KmsKeyId });
    await expect(value('keyed')).rejects.toMatchObject({ name: 'DecryptionFailure' });
    await expect(put('keyed', 'other')).rejects.toMatchObject({ name: 'EncryptionFailure' });
    await kms.enableKey({ KeyId: KmsKeyId });
    await client.updateSecret({ SecretId: 'keyed', KmsKeyId: 'alias/aws/secretsmanager', Description: 'changed' });
    await kms.disableKey({ KeyId: KmsKeyId });
    expect(await value('keyed')).toMatchObject({ SecretString: 'first' });
    expect(await describeSecret('keyed')).toMatchObject({ Description: 'changed' });
    const { VersionId } = await client.updateSecret({ SecretId: 'keyed', SecretString: 'new' });
    expect(await value('keyed')).toMatchObject({ SecretString: 'new', VersionId });
  });
});

describe('deletion', () => {
  it('waits, can be called off, and frees the name', async () => {
    await create('doomed');
    const remove = () => client.deleteSecret({ SecretId: 'doomed', RecoveryWindowInDays: 7 });
    expect((await remove()).DeletionDate).toEqual(new Date(emulator.clock.now() + 7 * 86_400_000));
    await expect(value('doomed')).rejects.toMatchObject(MARKED);
    await expect(put('doomed', 'x')).rejects.toMatchObject(MARKED);
    await expect(create('doomed')).rejects.toMatchObject({
      message: "You can't create this secret because a secret with this name is already scheduled for deletion.",
    });
    expect((await describeSecret('doomed')).DeletedDate).toEqual(new Date(emulator.clock.now()));
    await client.restoreSecret({ SecretId: 'doomed' });
    expect(await value('doomed')).toMatchObject({ SecretString: 'first' });
    await remove();
    await emulator.clock.advance('7d');
    await expect(describeSecret('doomed')).rejects.toMatchObject(NOT_FOUND);
    await create('doomed');
  });

  it('by force is at once, and of anything', async () => {
    await create('forced');
    const force = (more: object = {}) => client.deleteSecret({ SecretId: 'forced', ForceDeleteWithoutRecovery: true, ...more });
    await expect(force({ RecoveryWindowInDays: 7 })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await force();
    await expect(describeSecret('forced')).rejects.toMatchObject(NOT_FOUND);
    expect(await force()).toMatchObject({ Name: 'forced' });
    await expect(client.deleteSecret({ SecretId: 'forced', RecoveryWindowInDays: 6 })).rejects.toMatchObject({
      message: 'The RecoveryWindowInDays value must be between 7 and 30 days (inclusive).',
    });
    await expect(client.deleteSecret({ SecretId: 'forced' })).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('lists', () => {
  it('are filtered, sorted and paged', async () => {
    for (const [at, Name] of ['z', 'y', 'x', 'w', 'v'].entries()) {
      await create(`list/${Name}`, { Description: `Number ${at}`, Tags: [{ Key: 'kind', Value: at % 2 ? 'odd' : 'even' }] });
      await emulator.clock.advance('1s');
    }
    const Filters = [{ Key: 'name' as const, Values: ['list/'] }];
    const names = async (input: object) => {
      const found: string[] = [];
      for await (const { SecretList } of paginateListSecrets({ client, pageSize: 2 }, { Filters, ...input }))
        found.push(SecretList!.map(({ Name }) => Name!.slice(-1)).join(''));
      return found.filter(Boolean);
    };
    expect(await names({})).toEqual(['zy', 'xw', 'v']);
    expect(await names({ SortOrder: 'desc' })).toEqual(['vw', 'xy', 'z']);
    expect(await names({ SortBy: 'name' })).toEqual(['vw', 'xy', 'z']);
    expect(await names({ SortBy: 'name', SortOrder: 'desc' })).toEqual(['zy', 'xw', 'v']);
    await put('list/z', 'changed');
    expect(await names({ SortBy: 'last-changed-date' })).toEqual(['yx', 'wv', 'z']);
    const odd = [...Filters, { Key: 'tag-value' as const, Values: ['!even'] }];
    expect(await names({ Filters: odd })).toEqual(['yw']);
    await client.deleteSecret({ SecretId: 'list/y' });
    expect(await names({ Filters: odd })).toEqual(['w']);
    expect(await names({ Filters: odd, IncludePlannedDeletion: true })).toEqual(['yw']);
    const bent = Buffer.from('[-1.5,"x"]').toString('base64url');
    await expect(client.listSecrets({ NextToken: bent })).rejects.toMatchObject({ name: 'InvalidNextTokenException' });
  });

  it('of values say what could not be read', async () => {
    await create('batch/a');
    const { SecretValues, Errors } = await client.batchGetSecretValue({ SecretIdList: ['batch/a', 'batch/b'] });
    expect(SecretValues).toMatchObject([{ Name: 'batch/a', SecretString: 'first' }]);
    expect(Errors).toEqual([{ SecretId: 'batch/b', ErrorCode: 'ResourceNotFoundException', Message: NOT_FOUND.message }]);
    await create('batch/c');
    const filtered = { Filters: [{ Key: 'name' as const, Values: ['batch/'] }], MaxResults: 1 };
    const page = await client.batchGetSecretValue(filtered);
    expect(page.SecretValues).toHaveLength(1);
    const rest = await client.batchGetSecretValue({ ...filtered, NextToken: page.NextToken });
    expect(rest.SecretValues).toMatchObject([{ Name: 'batch/c' }]);
    await expect(client.batchGetSecretValue()).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('tags and policies', () => {
  it('come back as they were given', async () => {
    await create('owned');
    const SecretId = 'owned';
    await client.tagResource({
      SecretId,
      Tags: [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '2' },
      ],
    });
    await client.untagResource({ SecretId, TagKeys: ['a'] });
    expect((await describeSecret(SecretId)).Tags).toEqual([{ Key: 'b', Value: '2' }]);
    expect(await client.getResourcePolicy({ SecretId })).not.toHaveProperty('ResourcePolicy');
    const statement = '{"Effect":"Allow", "Principal":"*","Action":"secretsmanager:GetSecretValue","Resource":"*"}';
    const ResourcePolicy = `{ "Version":"2012-10-17", "Statement":[${statement}] }`;
    await expect(client.putResourcePolicy({ SecretId, ResourcePolicy, BlockPublicPolicy: true })).rejects.toMatchObject({
      name: 'PublicPolicyException',
    });
    await client.putResourcePolicy({ SecretId, ResourcePolicy });
    expect((await client.getResourcePolicy({ SecretId })).ResourcePolicy).toBe(ResourcePolicy);
    expect(await client.validateResourcePolicy({ ResourcePolicy })).toMatchObject({ PolicyValidationPassed: false });
    await expect(client.putResourcePolicy({ SecretId, ResourcePolicy: '{' })).rejects.toMatchObject({
      name: 'MalformedPolicyDocumentException',
    });
    await client.deleteResourcePolicy({ SecretId });
    expect(await client.getResourcePolicy({ SecretId })).not.toHaveProperty('ResourcePolicy');
  });
});

describe('passwords', () => {
  const password = async (input: object = {}) => (await client.getRandomPassword(input)).RandomPassword!;
  it('hold what is asked for', async () => {
    expect(await password()).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d]).{32}$/);
    expect(await password({ PasswordLength: 50, ExcludePunctuation: true, ExcludeUppercase: true, ExcludeCharacters: 'abc' })).toMatch(
      /^[d-z0-9]{50}$/,
    );
    expect(await password({ PasswordLength: 5, IncludeSpace: true })).toContain(' ');
    expect(await password({ PasswordLength: 1, RequireEachIncludedType: false })).toHaveLength(1);
    await expect(password({ PasswordLength: 3 })).rejects.toMatchObject({
      message: 'Password length is too short based on the required types.',
    });
  });
});
