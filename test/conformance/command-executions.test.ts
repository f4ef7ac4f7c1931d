// `emulator executions`: lists executions of state machines, and the run of one as a tree.
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { inProcessCommand } from '../support/in-process-command.ts';

const roleArn = 'arn:aws:iam::000000000000:role/machines';

let emulator: TestEmulator;
let sfn: SFN;
beforeAll(async () => {
  emulator = await startTestEmulator();
  sfn = emulator.client(SFN);
});
afterAll(() => emulator.stop());

const executions = (...words: string[]) => inProcessCommand(['executions', ...words, '--endpoint', emulator.url]);

/** Makes a machine and starts an execution of it. */
async function started(name: string, first: string, states: object, input: unknown = {}): Promise<string> {
  const { stateMachineArn } = await sfn.createStateMachine({
    name,
    roleArn,
    definition: JSON.stringify({ StartAt: first, States: states }),
  });
  const { executionArn } = await sfn.startExecution({ stateMachineArn, name: `${name}-run`, input: JSON.stringify(input) });
  return executionArn!;
}

const pass = (Result: unknown) => ({ Type: 'Pass', Result, End: true });
const shape = (stdout: string): string[] => stdout.split('\n').map((line) => line.replace(/ {2}(?:[A-Z][a-z]+ {2})?\d+ ms.*$/, ''));

describe('emulator executions show', () => {
  it('prints branches and iterations below their states', async () => {
    const arn = await started(
      'shapes',
      'Both',
      {
        Both: {
          Type: 'Parallel',
          Next: 'Each',
          Branches: [
            { StartAt: 'Left', States: { Left: pass(1) } },
            { StartAt: 'Right', States: { Right: { Type: 'Pass', Next: 'Last' }, Last: pass(2) } },
          ],
        },
        Each: {
          Type: 'Map',
          ItemProcessor: { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } },
          Next: 'Done',
        },
        Done: { Type: 'Succeed' },
      },
      [1, 2],
    );
    await emulator.idle();
    const { code, stdout } = await executions('show', arn);
    expect(shape(stdout)).toEqual([
      'shapes  shapes-run',
      '  input  [1,2]',
      '  ✓ Both',
      '    ✓ branch 1',
      '      ✓ Left',
      '    ✓ branch 2',
      '      ✓ Right',
      '      ✓ Last',
      '  ✓ Each',
      '    ✓ iteration 0',
      '      ✓ One',
      '    ✓ iteration 1',
      '      ✓ One',
      '  ✓ Done',
      expect.stringMatching(/^SUCCEEDED after \d+ ms$/),
      '  output  [1,2]',
      '',
    ]);
    expect(stdout).toContain('✓ Left  Pass  ');
    expect(code).toBe(0);
    const { steps } = JSON.parse((await executions('show', 'shapes-run', '--json')).stdout);
    expect(steps[0]).toMatchObject({ name: 'Both', type: 'Parallel', status: 'succeeded', input: '[1,2]', output: '[1,2]' });
    expect(steps[0].endMs).toBeGreaterThanOrEqual(steps[0].startMs);
    expect(steps[1].steps[1]).toMatchObject({ kind: 'iteration', steps: [{ name: 'One', input: '2', output: '2' }] });
  });

  it('tells retries and the reason of a failure, and ends with 1', async () => {
    const failing = {
      Call: {
        Type: 'Task',
        Resource: 'arn:aws:states:::sqs:sendMessage',
        Parameters: { QueueUrl: 'http://localhost/000000000000/absent', MessageBody: 'a' },
        Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2, IntervalSeconds: 1 }],
        Next: 'Never',
      },
      Never: { Type: 'Succeed' },
    };
    await started('failing', 'Call', failing);
    await emulator.idle();
    for (let retry = 0; retry < 2; retry++) {
      await emulator.clock.advance('10s');
      await emulator.idle();
    }
    const { code, stdout } = await executions('show', 'failing-run');
    expect(stdout).toMatch(/^ {2}✗ Call {2}Task .* 2 retries .*SQS\./m);
    expect(stdout).toMatch(/^FAILED after/m);
    expect(stdout).not.toContain('Never');
    expect(code).toBe(1);
  });

  it('follows an execution to its end', async () => {
    const arn = await started('waiting', 'Before', {
      Before: { Type: 'Pass', Next: 'Pause' },
      Pause: { Type: 'Wait', Seconds: 3600, Next: 'After' },
      After: { Type: 'Pass', End: true },
    });
    const shown = executions('show', arn, '--follow');
    await emulator.untilWaiting(/\/states\/execution\//);
    await emulator.clock.advance('1h');
    const { code, stdout } = await shown;
    expect(stdout.split('\n').map((line) => line.trim().split('  ')[0])).toEqual([
      'waiting',
      'input',
      '✓ Before',
      '✓ Pause',
      '✓ After',
      expect.stringMatching(/^SUCCEEDED after 60 min/),
      'output',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('takes the name of a state machine that has one execution', async () => {
    await started('alone', 'Only', { Only: { Type: 'Pass', End: true } });
    expect((await executions('show', 'alone')).stdout).toMatch(/^alone {2}alone-run\n/);
    const { executionArn } = await sfn.startExecution({
      stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:alone',
      name: 'second',
    });
    await emulator.idle();
    const { code, stderr } = await executions('show', 'alone');
    expect(stderr).toContain('2 executions are called alone, or are of a state machine alone.');
    expect([code, executionArn]).toEqual([1, expect.stringContaining('second')]);
  });

  it('says which execution it did not find', async () => {
    const { code, stderr } = await executions('show', 'absent');
    expect(stderr).toContain('There is no execution absent.');
    expect(code).not.toBe(0);
  });
});

describe('emulator executions list', () => {
  it('lists the latest first, those of one machine or with a status', async () => {
    expect(shape((await executions()).stdout).length).toBeGreaterThan(3);
    const { stdout } = await executions('list', 'failing');
    expect(stdout).toMatch(/^FAILED {5}\d{4}-.*Z +\S+ s {2}failing {2}failing-run\n$/);
    const { executions: found } = JSON.parse((await executions('list', '--status', 'failed', '--json')).stdout);
    expect(found).toMatchObject([{ name: 'failing-run', status: 'FAILED' }]);
  });

  it('refuses a status and a machine that there are not', async () => {
    expect((await executions('list', '--status', 'DONE')).stderr).toContain('--status DONE is no status');
    expect((await executions('list', 'absent')).stderr).toContain('There is no state machine absent.');
  });
});
