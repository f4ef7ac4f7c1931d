// Groups, tags, resource policies, insights and settings.
import { KMS } from '@aws-sdk/client-kms';
import { expect, it } from 'vitest';
import { found, lately, put, segment, useXray, xray } from './use-xray.ts';

const emulator = useXray();

const invalid = (message: RegExp) => ({ name: 'InvalidRequestException', message: expect.stringMatching(message) });

it('keeps groups, and reads traces and graphs by their filters', async () => {
  const { Group: made } = await xray.createGroup({
    GroupName: 'failing',
    FilterExpression: 'fault',
    InsightsConfiguration: { InsightsEnabled: true, NotificationsEnabled: true },
    Tags: [{ Key: 'team', Value: 'blue' }],
  });
  expect(made).toMatchObject({ GroupName: 'failing', FilterExpression: 'fault', InsightsConfiguration: { NotificationsEnabled: true } });
  const { GroupARN } = made!;
  expect(GroupARN).toMatch(/^arn:aws:xray:us-east-1:000000000000:group\/failing\/[A-Z2-7]{52}$/);
  const bad = segment({ name: 'bad', fault: true });
  await put(bad, segment({ name: 'good' }));
  expect(await found('group.name = "failing"')).toEqual([bad.trace_id]);
  expect(await found(`group.arn = "${GroupARN}" AND duration > 5`)).toEqual([]);
  const { Services } = await xray.getServiceGraph({ ...lately(), GroupName: 'failing' });
  expect(Services?.map(({ Name }) => Name)).toEqual(['bad', 'bad']);
  await xray.updateGroup({ GroupARN, FilterExpression: 'ok', InsightsConfiguration: { InsightsEnabled: false } });
  expect(await xray.getGroup({ GroupName: 'failing' })).toMatchObject({
    Group: { GroupARN, FilterExpression: 'ok', InsightsConfiguration: { InsightsEnabled: false, NotificationsEnabled: false } },
  });
  expect((await xray.listTagsForResource({ ResourceARN: GroupARN })).Tags).toEqual([{ Key: 'team', Value: 'blue' }]);
  await xray.tagResource({ ResourceARN: GroupARN, Tags: [{ Key: 'b', Value: '2' }] });
  await xray.untagResource({ ResourceARN: GroupARN, TagKeys: ['team'] });
  expect((await xray.listTagsForResource({ ResourceARN: GroupARN })).Tags).toEqual([{ Key: 'b', Value: '2' }]);
  await expect(xray.createGroup({ GroupName: 'failing' })).rejects.toMatchObject(invalid(/exists/));
  await expect(xray.createGroup({ GroupName: 'x', FilterExpression: 'ok ok' })).rejects.toMatchObject(invalid(/filter expression/));
  await expect(xray.createGroup({ GroupName: 'x', FilterExpression: 'group.name = "failing"' })).rejects.toMatchObject(invalid(/group/));
  expect((await xray.getGroups({})).Groups).toHaveLength(1);
  await xray.deleteGroup({ GroupARN });
  await expect(xray.getGroup({ GroupName: 'failing' })).rejects.toMatchObject(invalid(/^Group not found$/));
  await expect(xray.listTagsForResource({ ResourceARN: GroupARN })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('keeps resource policies with revisions', async () => {
  const PolicyDocument = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'xray:PutTraceSegments', Resource: '*' }],
  });
  const putPolicy = (PolicyRevisionId?: string) => xray.putResourcePolicy({ PolicyName: 'p', PolicyDocument, PolicyRevisionId });
  expect(await putPolicy('0')).toMatchObject({ ResourcePolicy: { PolicyName: 'p', PolicyDocument, PolicyRevisionId: '1' } });
  const wrong = { name: 'InvalidPolicyRevisionIdException' };
  await expect(putPolicy('0')).rejects.toMatchObject(wrong);
  expect(await putPolicy()).toMatchObject({ ResourcePolicy: { PolicyRevisionId: '2' } });
  await expect(xray.deleteResourcePolicy({ PolicyName: 'p', PolicyRevisionId: '1' })).rejects.toMatchObject(wrong);
  expect((await xray.listResourcePolicies({})).ResourcePolicies).toHaveLength(1);
  await xray.deleteResourcePolicy({ PolicyName: 'p', PolicyRevisionId: '2' });
  expect((await xray.listResourcePolicies({})).ResourcePolicies).toEqual([]);
  const malformed = xray.putResourcePolicy({ PolicyName: 'p', PolicyDocument: '{' });
  await expect(malformed).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
});

it('keeps settings of the account', async () => {
  expect(await xray.getEncryptionConfig({})).toMatchObject({ EncryptionConfig: { Type: 'NONE', Status: 'ACTIVE' } });
  const { KeyMetadata } = await emulator().client(KMS).createKey({});
  const EncryptionConfig = { Type: 'KMS', KeyId: KeyMetadata!.Arn };
  await xray.putEncryptionConfig({ Type: 'KMS', KeyId: KeyMetadata!.KeyId });
  expect(await xray.getEncryptionConfig({})).toMatchObject({ EncryptionConfig });
  await expect(xray.putEncryptionConfig({ Type: 'KMS' })).rejects.toMatchObject(invalid(/KeyId/));
  await expect(xray.putEncryptionConfig({ Type: 'KMS', KeyId: 'nobody' })).rejects.toMatchObject(invalid(/cannot be used/));
  expect(await xray.getTraceSegmentDestination({})).toMatchObject({ Destination: 'XRay', Status: 'ACTIVE' });
  await xray.updateTraceSegmentDestination({ Destination: 'CloudWatchLogs' });
  expect(await xray.getTraceSegmentDestination({})).toMatchObject({ Destination: 'CloudWatchLogs' });
  await xray.updateIndexingRule({ Name: 'Default', Rule: { Probabilistic: { DesiredSamplingPercentage: 5 } } });
  const { IndexingRules } = await xray.getIndexingRules({});
  expect(IndexingRules).toMatchObject([{ Name: 'Default', Rule: { Probabilistic: { DesiredSamplingPercentage: 5 } } }]);
});

it('finds no insights', async () => {
  expect(await xray.getInsightSummaries(lately())).toMatchObject({ InsightSummaries: [] });
  await expect(xray.getInsightSummaries({ ...lately(), GroupName: 'nobody' })).rejects.toMatchObject(invalid(/Group not found/));
  await expect(xray.getInsight({ InsightId: '11111111-1111-4111-8111-111111111111' })).rejects.toMatchObject(invalid(/does not exist/));
});
