// A test that fails shows the ledger of its emulator under its assertion, in Vitest's and in node:test's form; a test that passes shows nothing.
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { explainFailure } from '../../emulator/src/testing/failed-test.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
afterEach(() => emulator.stop());

async function withProblem(): Promise<void> {
  emulator = await startTestEmulator({ clock: 'manual' });
  const QueueUrl = `${emulator.url}/000000000000/none`;
  await expect(emulator.client(SQS).sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow();
}

const LEDGER = /^expected 1 to be 2\n\nThe emulator had problems during this test:\n {2}sqs\.SendMessage: .*queue does not exist/;

describe('the ledger', () => {
  it('is shown with a failed test of Vitest', async () => {
    await withProblem();
    const errors = [{ message: 'expected 1 to be 2', stack: 'AssertionError: expected 1 to be 2\n    at x.test.ts:1' }];
    await explainFailure({ task: { result: { state: 'fail', errors } } }, emulator.url, 0);
    expect(errors[0]!.message).toMatch(LEDGER);
    expect(errors[0]!.stack).toMatch(/^AssertionError: expected 1 to be 2\n\nThe emulator had/);
  });

  it('is shown with a failed test of node:test', async () => {
    await withProblem();
    const cause = new Error('expected 1 to be 2');
    await explainFailure({ error: Object.assign(new Error('test failed'), { cause }) }, emulator.url, 0);
    expect(cause.message).toMatch(LEDGER);
    expect(cause.stack).toContain('The emulator had problems');
  });

  it('is not shown with a test that passed, of an earlier test, of a runner that tells nothing, or of an emulator that has ended', async () => {
    await withProblem();
    const errors = [{ message: 'expected 1 to be 2' }];
    await explainFailure({ task: { result: { state: 'pass', errors } } }, emulator.url, 0);
    await explainFailure(undefined, emulator.url, 0);
    await explainFailure({ task: { result: { state: 'fail', errors } } }, emulator.url, emulator.clock.now() + 1);
    await explainFailure({ task: { result: { state: 'fail', errors } } }, 'http://127.0.0.1:9', 0);
    expect(errors[0]!.message).toBe('expected 1 to be 2');
  });
});
