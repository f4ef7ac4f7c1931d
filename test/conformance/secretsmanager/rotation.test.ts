// Rotation by a function that speaks to the emulator, and copies in other regions.
import { type RotateSecretCommandInput, SecretsManager } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

/** A rotation function with the steps of the cloud's own template, without an SDK. */
const ROTATOR = `
  const { Step, SecretId, ClientRequestToken: token } = event;
  const call = async (operation, input) => {
    const response = await fetch(process.env.AWS_ENDPOINT_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.' + operation,
        authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify(input),
    });
    return response.json();
  };
  const facts = await call('DescribeSecret', { SecretId });
  if (!facts.VersionIdsToStages[token].includes('AWSPENDING')) throw new Error('not pending');
  if (Step === 'createSecret')
    await call('PutSecretValue', { SecretId, ClientRequestToken: token, SecretString: 'rotated ' + token, VersionStages: ['AWSPENDING'] });
  if (Step === 'testSecret' && process.env.BROKEN) throw new Error('does not work');
  if (Step === 'finishSecret') {
    const current = Object.keys(facts.VersionIdsToStages).find((id) => facts.VersionIdsToStages[id].includes('AWSCURRENT'));
    await call('UpdateSecretVersionStage', { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId: token, RemoveFromVersionId: current });
  }
`;

let fixture: Fixture;
let client: SecretsManager;
beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual' });
  client = fixture.emulator.client(SecretsManager);
  await fixture.create('rotator', ROTATOR, { Timeout: 30 });
  await fixture.create('broken', ROTATOR, { Timeout: 30, Environment: { Variables: { BROKEN: '1' } } });
  await fixture.create('private', ROTATOR);
  for (const FunctionName of ['rotator', 'broken'])
    await fixture.lambda.addPermission({
      FunctionName,
      StatementId: 'rotation',
      Action: 'lambda:InvokeFunction',
      Principal: 'secretsmanager.amazonaws.com',
    });
});
afterAll(() => fixture.emulator.stop());

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const create = (Name: string, more: object = {}) => client.createSecret({ Name, SecretString: 'first', ...more });
const facts = (SecretId: string, from = client) => from.describeSecret({ SecretId });
const text = async (SecretId: string, from = client) => (await from.getSecretValue({ SecretId })).SecretString;
const rotate = async (SecretId: string, more: Partial<RotateSecretCommandInput> = {}) => {
  const answer = await client.rotateSecret({ SecretId, RotationLambdaARN: arnOf('rotator'), ...more });
  await fixture.emulator.idle();
  return answer;
};

describe('rotation', () => {
  it('calls the function through its four steps, now and by the calendar', async () => {
    await create('rotated');
    const { VersionId } = await rotate('rotated', { RotationRules: { AutomaticallyAfterDays: 10 } });
    expect(await text('rotated')).toBe(`rotated ${VersionId}`);
    const now = fixture.emulator.clock.now();
    expect(await facts('rotated')).toMatchObject({
      RotationEnabled: true,
      RotationLambdaARN: arnOf('rotator'),
      RotationRules: { AutomaticallyAfterDays: 10 },
      LastRotatedDate: new Date(now),
      NextRotationDate: new Date(now + 10 * 86_400_000),
    });
    await fixture.emulator.clock.advance('10d');
    const second = await text('rotated');
    expect(second).toMatch(/^rotated /);
    expect(second).not.toBe(`rotated ${VersionId}`);
    await client.cancelRotateSecret({ SecretId: 'rotated' });
    expect(await facts('rotated')).toMatchObject({ RotationEnabled: false });
    await fixture.emulator.clock.advance('30d');
    expect(await text('rotated')).toBe(second);
  });

  it('follows a schedule expression, and may wait for it', async () => {
    await create('scheduled');
    await rotate('scheduled', { RotationRules: { ScheduleExpression: 'rate(4 hours)' }, RotateImmediately: false });
    expect(await text('scheduled')).toBe('first');
    expect(Object.values((await facts('scheduled')).VersionIdsToStages!)).toEqual([['AWSCURRENT']]);
    await fixture.emulator.clock.advance('4h');
    expect(await text('scheduled')).toMatch(/^rotated /);
    await client.cancelRotateSecret({ SecretId: 'scheduled' });
  });

  it('that fails leaves the value as it was, and is tried again', async () => {
    await create('failing');
    const { VersionId } = await rotate('failing', { RotationLambdaARN: arnOf('broken') });
    expect(await text('failing')).toBe('first');
    expect((await facts('failing')).VersionIdsToStages).toMatchObject({ [VersionId!]: ['AWSPENDING'] });
    expect(fixture.emulator.lines.some((line) => line.includes('failed in testSecret') && line.includes('does not work'))).toBe(true);
    await expect(rotate('failing')).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: "A previous rotation isn't complete. That rotation will be reattempted.",
    });
    await fixture.emulator.idle();
    await client.cancelRotateSecret({ SecretId: 'failing' });
  });

  it('needs a function that lets the service in, and rules that can be kept', async () => {
    await create('refused');
    await expect(rotate('refused', { RotationLambdaARN: undefined })).rejects.toMatchObject({
      message: 'No Lambda rotation function ARN is associated with this secret.',
    });
    await expect(rotate('refused', { RotationLambdaARN: arnOf('nothing') })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(rotate('refused', { RotationLambdaARN: arnOf('private') })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    for (const RotationRules of [{ ScheduleExpression: 'rate(1 hour)' }, { ScheduleExpression: 'daily' }, { Duration: '25h' }])
      await expect(rotate('refused', { RotationRules })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('copies in other regions', () => {
  it('follow their primary until they are let go', async () => {
    const there = fixture.emulator.client(SecretsManager, { region: 'eu-west-1' });
    const { ARN, ReplicationStatus } = await create('copied', { AddReplicaRegions: [{ Region: 'eu-west-1' }] });
    expect(ReplicationStatus).toMatchObject([{ Region: 'eu-west-1', Status: 'InProgress' }]);
    await fixture.emulator.idle();
    expect(await facts('copied')).toMatchObject({ PrimaryRegion: 'us-east-1', ReplicationStatus: [{ Status: 'InSync' }] });
    expect(await facts('copied', there)).toMatchObject({ ARN: ARN!.replace('us-east-1', 'eu-west-1'), PrimaryRegion: 'us-east-1' });
    await client.putSecretValue({ SecretId: 'copied', SecretString: 'second' });
    await fixture.emulator.idle();
    expect(await text('copied', there)).toBe('second');
    await expect(there.putSecretValue({ SecretId: 'copied', SecretString: 'x' })).rejects.toMatchObject({
      message: expect.stringContaining('Operation not permitted on a replica secret.'),
    });
    await expect(client.deleteSecret({ SecretId: 'copied' })).rejects.toMatchObject({
      message: "You can't delete secret copied that still has replica regions [eu-west-1]",
    });
    await there.stopReplicationToReplica({ SecretId: 'copied' });
    await there.putSecretValue({ SecretId: 'copied', SecretString: 'own' });
    expect(await text('copied')).toBe('second');
    expect(await facts('copied')).not.toHaveProperty('ReplicationStatus');
  });

  it('do not overwrite strangers unless told, and go when removed', async () => {
    const there = fixture.emulator.client(SecretsManager, { region: 'eu-west-1' });
    await there.createSecret({ Name: 'taken', SecretString: 'theirs' });
    await create('taken');
    const copy = async (ForceOverwriteReplicaSecret: boolean) => {
      const AddReplicaRegions = [{ Region: 'eu-west-1' }];
      await client.replicateSecretToRegions({ SecretId: 'taken', AddReplicaRegions, ForceOverwriteReplicaSecret });
      await fixture.emulator.idle();
      return (await facts('taken')).ReplicationStatus;
    };
    const StatusMessage = 'Replication failed: Secret name taken already exists in region eu-west-1.';
    expect(await copy(false)).toMatchObject([{ Status: 'Failed', StatusMessage }]);
    expect(await text('taken', there)).toBe('theirs');
    expect(await copy(true)).toMatchObject([{ Status: 'InSync' }]);
    expect(await text('taken', there)).toBe('first');
    await client.removeRegionsFromReplication({ SecretId: 'taken', RemoveReplicaRegions: ['eu-west-1'] });
    await expect(text('taken', there)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await client.deleteSecret({ SecretId: 'taken' });
  });
});
