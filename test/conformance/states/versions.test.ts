// Versions and aliases. Texts: recorded answers of the service (localstack/localstack, 2024-2025).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const pass = (Result: unknown) => ({ A: { Type: 'Pass', Result, End: true } });
const text = (Result: unknown) => JSON.stringify({ StartAt: 'A', States: pass(Result) });

it('publishes a revision once, and never uses a number again', async () => {
  const { sfn, machine } = machines;
  const stateMachineArn = await machine('numbered', pass(1));
  const first = await sfn.publishStateMachineVersion({ stateMachineArn });
  expect(first.stateMachineVersionArn).toBe(`${stateMachineArn}:1`);
  expect((await sfn.publishStateMachineVersion({ stateMachineArn })).stateMachineVersionArn).toBe(`${stateMachineArn}:1`);
  const { revisionId, stateMachineVersionArn } = await sfn.updateStateMachine({
    stateMachineArn,
    definition: text(2),
    publish: true,
    versionDescription: 'two',
  });
  expect(stateMachineVersionArn).toBe(`${stateMachineArn}:2`);
  expect(await sfn.describeStateMachine({ stateMachineArn: stateMachineVersionArn! })).toMatchObject({
    definition: text(2),
    description: 'two',
    revisionId,
  });
  await sfn.deleteStateMachineVersion({ stateMachineVersionArn: stateMachineVersionArn! });
  expect((await sfn.publishStateMachineVersion({ stateMachineArn })).stateMachineVersionArn).toBe(`${stateMachineArn}:3`);
  const listed = await sfn.listStateMachineVersions({ stateMachineArn });
  expect(listed.stateMachineVersions!.map((version) => version.stateMachineVersionArn)).toEqual([
    `${stateMachineArn}:3`,
    `${stateMachineArn}:1`,
  ]);
  await expect(sfn.publishStateMachineVersion({ stateMachineArn, revisionId: 'other' })).rejects.toMatchObject({
    name: 'ConflictException',
  });
});

it('runs what the version holds, by its number and by an alias', async () => {
  const { sfn, machine, run } = machines;
  const stateMachineArn = await machine('routed', pass('old'));
  const { stateMachineVersionArn = '' } = await sfn.publishStateMachineVersion({ stateMachineArn });
  await sfn.updateStateMachine({ stateMachineArn, definition: text('new') });
  const routingConfiguration = [{ stateMachineVersionArn, weight: 100 }];
  const { stateMachineAliasArn = '' } = await sfn.createStateMachineAlias({ name: 'live', routingConfiguration });
  expect(stateMachineAliasArn).toBe(`${stateMachineArn}:live`);
  expect((await run(stateMachineArn)).output).toBe('"new"');
  expect(await run(stateMachineVersionArn)).toMatchObject({ output: '"old"', stateMachineVersionArn, stateMachineArn });
  const byAlias = await run(stateMachineAliasArn);
  expect(byAlias).toMatchObject({ output: '"old"', stateMachineVersionArn, stateMachineAliasArn });
  const listed = await sfn.listExecutions({ stateMachineArn: stateMachineAliasArn });
  expect(listed.executions!.map(({ name }) => name)).toEqual([byAlias.name]);
  expect(await sfn.describeStateMachineAlias({ stateMachineAliasArn })).toMatchObject({ name: 'live', routingConfiguration });
  await expect(sfn.deleteStateMachineVersion({ stateMachineVersionArn })).rejects.toMatchObject({ name: 'ConflictException' });
  await sfn.deleteStateMachineAlias({ stateMachineAliasArn });
  await expect(sfn.describeStateMachineAlias({ stateMachineAliasArn })).rejects.toMatchObject({ name: 'ResourceNotFound' });
});

it('refuses routes that are none', async () => {
  const { sfn, machine } = machines;
  const stateMachineArn = await machine('refusing', pass(1));
  const { stateMachineVersionArn = '' } = await sfn.publishStateMachineVersion({ stateMachineArn });
  const made = (...routingConfiguration: { stateMachineVersionArn: string; weight: number }[]) =>
    sfn.createStateMachineAlias({ name: 'bad', routingConfiguration });
  await expect(made({ stateMachineVersionArn: stateMachineArn, weight: 100 })).rejects.toMatchObject({
    name: 'ValidationException',
    message: `Routing configuration must contain state machine version ARNs. Received: [${stateMachineArn}]`,
  });
  await expect(made({ stateMachineVersionArn, weight: 50 })).rejects.toMatchObject({ name: 'ValidationException' });
});
