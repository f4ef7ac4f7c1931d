// Lists of what cannot be made here are empty, and no errors.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { IAM } from '@aws-sdk/client-iam';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

it('of managed nodes, there are no windows, commands, sessions and reports', async () => {
  const ssm = emulator.client(SSM);
  expect((await ssm.describeInstanceInformation()).InstanceInformationList).toEqual([]);
  expect((await ssm.describeMaintenanceWindows()).WindowIdentities).toEqual([]);
  expect((await ssm.listCommands()).Commands).toEqual([]);
  expect((await ssm.getInventory()).Entities).toEqual([]);
  await expect(ssm.getMaintenanceWindow({ WindowId: 'mw-0123456789abcdef0' })).rejects.toMatchObject({ name: 'NotImplementedException' });
});

it('no templates are generated, no logs imported, no access delegated', async () => {
  expect((await emulator.client(CloudFormation).listGeneratedTemplates()).Summaries).toEqual([]);
  expect((await emulator.client(CloudWatchLogs).listIntegrations()).integrationSummaries).toEqual([]);
  expect((await emulator.client(IAM).listDelegationRequests()).DelegationRequests).toEqual([]);
});
