// State machines: made, changed, listed, tagged, checked and deleted. Texts: recorded answers of the service (localstack/localstack, 2024-2025).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const PASS = { Type: 'Pass', End: true };
const DEFINITION = JSON.stringify({ StartAt: 'A', States: { A: PASS } });
const arn = (name: string) => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;

it('makes a machine, describes it, and makes it again without effect', async () => {
  const { sfn } = machines;
  const made = await sfn.createStateMachine({ name: 'plain', definition: DEFINITION, roleArn: ROLE });
  expect(made.stateMachineArn).toBe(arn('plain'));
  const again = await sfn.createStateMachine({ name: 'plain', definition: DEFINITION, roleArn: `${ROLE}-other` });
  expect(again.creationDate).toEqual(made.creationDate);
  expect(await sfn.describeStateMachine({ stateMachineArn: arn('plain') })).toMatchObject({
    ...{ name: 'plain', status: 'ACTIVE', definition: DEFINITION, roleArn: ROLE, type: 'STANDARD' },
    ...{ loggingConfiguration: { level: 'OFF', includeExecutionData: false }, tracingConfiguration: { enabled: false } },
  });
  const other = sfn.createStateMachine({ name: 'plain', definition: `${DEFINITION} `, roleArn: ROLE });
  await expect(other).rejects.toMatchObject({
    name: 'StateMachineAlreadyExists',
    message: `State Machine Already Exists: '${arn('plain')}'`,
  });
});

// Recorded by `test_sfn_api_variable_references.py` of localstack/localstack (December 2024).
it('tells the variables that states read', async () => {
  const { sfn, machine, run } = machines;
  const stateMachineArn = await machine('variables', {
    A: { Type: 'Pass', Assign: { theAnswer: 42 }, Next: 'B' },
    B: { ...PASS, OutputPath: '$theAnswer' },
  });
  const variableReferences = { B: ['theAnswer'] };
  expect(await sfn.describeStateMachine({ stateMachineArn })).toMatchObject({ variableReferences });
  const { executionArn } = await run(stateMachineArn);
  expect(await sfn.describeStateMachineForExecution({ executionArn })).toMatchObject({ variableReferences });
});

it('refuses names and definitions in the words of the service', async () => {
  const { sfn } = machines;
  const made = (name: string, definition = DEFINITION) => sfn.createStateMachine({ name, definition, roleArn: ROLE });
  await expect(made('a b')).rejects.toMatchObject({ name: 'InvalidName', message: "Invalid Name: 'a b'" });
  await expect(made('bad', '{"StartAt":"A"}')).rejects.toMatchObject({
    name: 'InvalidDefinition',
    message: "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: These fields are required: [States] at /'",
  });
  await expect(sfn.createStateMachine({ name: 'v', definition: DEFINITION, roleArn: ROLE, versionDescription: 'x' })).rejects.toMatchObject(
    {
      name: 'ValidationException',
      message: 'Version description can only be set when publish is true',
    },
  );
});

it('needs the ARN of a role', async () => {
  const { sfn, machine } = machines;
  const stateMachineArn = await machine('in-a-role', { A: PASS });
  for (const roleArn of ['role', 'arn:aws:iam:1234', 'arn:aws:iam::000000000000:user/states', 'arn:aws:sts::000000000000:role/states']) {
    const refused = { name: 'InvalidArn', message: `Invalid Role Arn: '${roleArn}'` };
    await expect(sfn.createStateMachine({ name: 'in-no-role', definition: DEFINITION, roleArn })).rejects.toMatchObject(refused);
    await expect(sfn.updateStateMachine({ stateMachineArn, roleArn })).rejects.toMatchObject(refused);
  }
});

it('changes a machine, and refuses to change nothing', async () => {
  const { sfn, machine } = machines;
  const stateMachineArn = await machine('changed', { A: PASS });
  await expect(sfn.updateStateMachine({ stateMachineArn })).rejects.toMatchObject({ name: 'MissingRequiredParameter' });
  await machines.emulator.clock.advance('1s');
  const { revisionId } = await sfn.updateStateMachine({ stateMachineArn, roleArn: `${ROLE}-2` });
  expect(await sfn.describeStateMachine({ stateMachineArn })).toMatchObject({ revisionId, roleArn: `${ROLE}-2` });
});

it('lists machines in pages', async () => {
  const { sfn, machine } = machines;
  for (const name of ['list-1', 'list-2', 'list-3']) await machine(name, { A: PASS });
  const first = await sfn.listStateMachines({ maxResults: 2 });
  expect(first.stateMachines).toHaveLength(2);
  const names: string[] = [];
  for (let nextToken: string | undefined, more = true; more; ) {
    const page = await sfn.listStateMachines({ maxResults: 2, nextToken });
    names.push(...page.stateMachines!.map(({ name }) => name!));
    nextToken = page.nextToken;
    more = nextToken !== undefined;
  }
  expect(names).toEqual(expect.arrayContaining(['list-1', 'list-2', 'list-3']));
  await expect(sfn.listStateMachines({ nextToken: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidToken' });
  await expect(sfn.listStateMachines({ maxResults: 1001 })).rejects.toMatchObject({
    message:
      "1 validation error detected: Value '1001' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to 1000",
  });
});

it('tags machines', async () => {
  const { sfn, machine } = machines;
  const resourceArn = await machine('tagged', { A: PASS });
  await sfn.tagResource({
    resourceArn,
    tags: [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ],
  });
  await sfn.untagResource({ resourceArn, tagKeys: ['a'] });
  expect((await sfn.listTagsForResource({ resourceArn })).tags).toEqual([{ key: 'b', value: '2' }]);
  await expect(sfn.listTagsForResource({ resourceArn: arn('nothing') })).rejects.toMatchObject({ name: 'ResourceNotFound' });
});

it('deletes machines, also those that do not exist', async () => {
  const { sfn, machine } = machines;
  const stateMachineArn = await machine('deleted', { A: PASS });
  await sfn.deleteStateMachine({ stateMachineArn });
  await sfn.deleteStateMachine({ stateMachineArn });
  const gone = { name: 'StateMachineDoesNotExist', message: `State Machine Does Not Exist: '${stateMachineArn}'` };
  await expect(sfn.describeStateMachine({ stateMachineArn })).rejects.toMatchObject(gone);
});

it('deletes a machine with the last of its executions, which ends where its next state would begin', async () => {
  const { sfn, machine, run, describe, emulator } = machines;
  const stateMachineArn = await machine('leaving', { W: { Type: 'Wait', Seconds: 60, Next: 'P' }, P: PASS });
  const { executionArn } = await run(stateMachineArn);
  await sfn.deleteStateMachine({ stateMachineArn });
  expect(await sfn.describeStateMachine({ stateMachineArn })).toMatchObject({ status: 'DELETING' });
  const deleting = { name: 'StateMachineDeleting' };
  await expect(sfn.startExecution({ stateMachineArn })).rejects.toMatchObject(deleting);
  await expect(sfn.updateStateMachine({ stateMachineArn, roleArn: ROLE })).rejects.toMatchObject(deleting);
  await expect(sfn.createStateMachine({ name: 'leaving', definition: DEFINITION, roleArn: ROLE })).rejects.toMatchObject(deleting);
  await emulator.clock.advance('1m');
  await emulator.idle();
  expect(await describe(executionArn!)).toMatchObject({ status: 'ABORTED' });
  await expect(sfn.describeStateMachine({ stateMachineArn })).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
});

it('checks definitions by themselves', async () => {
  const { sfn } = machines;
  const endless = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pass', Next: 'A' } } });
  // Measured: https://github.com/floci-io/floci/issues/2735 (August 2026).
  const missing = { severity: 'ERROR', code: 'MISSING_END_STATE', message: 'Workflow has no terminal state' };
  expect((await sfn.validateStateMachineDefinition({ definition: endless })).diagnostics).toEqual([missing]);
  await expect(sfn.createStateMachine({ name: 'endless', definition: endless, roleArn: ROLE })).rejects.toMatchObject({
    name: 'InvalidDefinition',
    message: "Invalid State Machine Definition: 'MISSING_END_STATE: Workflow has no terminal state at null'",
  });
  expect(await sfn.validateStateMachineDefinition({ definition: DEFINITION })).toMatchObject({ result: 'OK', diagnostics: [] });
  const { result, diagnostics } = await sfn.validateStateMachineDefinition({ definition: 'not a definition' });
  expect({ result, diagnostic: diagnostics![0] }).toMatchObject({
    result: 'FAIL',
    diagnostic: {
      severity: 'ERROR',
      code: 'INVALID_JSON_DESCRIPTION',
      location: '[Source: (String)"not a definition"; line: 1, column: 4]',
    },
  });
});
