// The type registry: which types there are, their versions and schemas.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cloudformation: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cloudformation = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

const PUBLIC = { Visibility: 'PUBLIC' } as const;
const namesOf = async (input: object) => (await cloudformation.listTypes(input)).TypeSummaries!.map(({ TypeName }) => TypeName);

it('lists public types by the beginning of their names, page by page', async () => {
  const all = await namesOf({ ...PUBLIC, Filters: { TypeNamePrefix: 'AWS::SQS::' } });
  expect(all).toEqual(['AWS::SQS::Queue', 'AWS::SQS::QueueInlinePolicy', 'AWS::SQS::QueuePolicy']);
  const page = await cloudformation.listTypes({ ...PUBLIC, MaxResults: 2, Filters: { TypeNamePrefix: 'AWS::SQS::' } });
  expect(page.TypeSummaries).toHaveLength(2);
  const rest = await cloudformation.listTypes({
    ...PUBLIC,
    MaxResults: 2,
    NextToken: page.NextToken!,
    Filters: { TypeNamePrefix: 'AWS::SQS::' },
  });
  expect(rest.TypeSummaries!.map(({ TypeName }) => TypeName)).toEqual(all.slice(2));
  expect(rest.NextToken).toBeUndefined();
  await expect(cloudformation.listTypes({ ...PUBLIC, NextToken: 'none-of-ours' })).rejects.toThrow('Invalid NextToken');
});

it.each([
  [{}],
  [{ Visibility: 'PRIVATE' }],
  [{ ...PUBLIC, Type: 'HOOK' }],
  [{ ...PUBLIC, DeprecatedStatus: 'DEPRECATED' }],
  [{ ...PUBLIC, Filters: { Category: 'THIRD_PARTY' } }],
  [{ ...PUBLIC, Filters: { TypeNamePrefix: 'None::' } }],
])('lists none for %j', async (input) => {
  expect(await namesOf(input)).toEqual([]);
});

it('tells types that are replaced by every change', async () => {
  const prefix = { Filters: { TypeNamePrefix: 'AWS::Lambda::' } };
  const fixed = await namesOf({ ...PUBLIC, ...prefix, ProvisioningType: 'IMMUTABLE' });
  const changing = await namesOf({ ...PUBLIC, ...prefix, ProvisioningType: 'FULLY_MUTABLE' });
  expect(fixed).toContain('AWS::Lambda::Permission');
  expect(changing).toContain('AWS::Lambda::Function');
  expect([...fixed, ...changing].sort()).toEqual(await namesOf({ ...PUBLIC, ...prefix }));
});

it('tells the version of a type, by name and by ARN', async () => {
  const { TypeVersionSummaries: [version] = [] } = await cloudformation.listTypeVersions({ Type: 'RESOURCE', TypeName: 'AWS::SQS::Queue' });
  expect(version).toMatchObject({ VersionId: '00000001', IsDefaultVersion: true });
  expect(await cloudformation.describeType({ Arn: version!.Arn })).toMatchObject({
    TypeName: 'AWS::SQS::Queue',
    ProvisioningType: 'FULLY_MUTABLE',
  });
  const none = { name: 'TypeNotFoundException' };
  await expect(cloudformation.describeType({ Type: 'RESOURCE', TypeName: 'AWS::SQS::Queue', VersionId: '00000009' })).rejects.toMatchObject(
    none,
  );
  await expect(cloudformation.listTypeVersions({ Type: 'RESOURCE', TypeName: 'AWS::None::Such' })).rejects.toMatchObject(none);
  await expect(cloudformation.listTypeVersions({})).rejects.toMatchObject(none);
});
