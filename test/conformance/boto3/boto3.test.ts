// boto3 against the emulator, where Python has it.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoBoto3 } from '../../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';

const CHECKS = ['identity', 'queues', 'objects', 'functions', 'logs', 'parameters', 'secrets', 'events', 'stacks', 'tables'];

interface Outcome {
  readonly check: string;
  readonly ok: boolean;
  readonly error?: string;
}

describe.skipIf(isMissing('boto3', whyNoBoto3()))('boto3', () => {
  let emulator: TestEmulator;
  let outcomes: Outcome[];
  beforeAll(async () => {
    emulator = await startTestEmulator();
    const script = fileURLToPath(new URL('checks.py', import.meta.url));
    const { stdout } = await promisify(execFile)('python3', [script, emulator.url]);
    outcomes = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Outcome);
  });
  afterAll(() => emulator.stop());

  it.each(CHECKS)('%s', (check) => {
    const outcome = outcomes.find((one) => one.check === check);
    expect(outcome?.error).toBeUndefined();
    expect(outcome?.ok).toBe(true);
  });
});
