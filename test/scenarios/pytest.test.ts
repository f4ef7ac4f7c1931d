// pytest, as the page on tests shows it: an emulator for the run, and its problems under the tests that failed.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLUGIN = join(ROOT, 'emulator/testing');
const page = readFileSync(join(ROOT, 'emulator/docs/testing.md'), 'utf8');
const [conftest = '', example = ''] = [...page.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text]) => text!);

const found = spawnSync('python3', ['-c', 'import boto3, pytest']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'pytest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FAILING = `
def test_fails(emulator):
    entry = {"Source": "shop", "DetailType": "placed", "Detail": "{}", "EventBusName": "shopp"}
    boto3.client("events").put_events(Entries=[entry])
    assert boto3.client("sqs").list_queues().get("QueueUrls") == []

def test_passes(emulator):
    entry = {"Source": "shop", "DetailType": "placed", "Detail": "{}", "EventBusName": "passing"}
    boto3.client("events").put_events(Entries=[entry])
    assert "QueueUrls" not in boto3.client("sqs").list_queues()

def test_fails_without_problems(emulator):
    assert emulator.problems() == [1]
`;

async function pytest(...more: string[]): Promise<{ code: number; said: string }> {
  const command = [process.execPath, ...(await commandWords())].join(' ');
  const env = { PATH: process.env['PATH'], HOME: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const words = ['-m', 'pytest', '-p', 'no:cacheprovider', `--emulator-command=${command}`, ...more];
  return new Promise((resolve) => {
    const child = execFile('python3', words, { cwd: folder, env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, said: `${out}${said}` }),
    );
  });
}

describe.skipIf(isMissing('pytest', !found && 'needs python3 with pytest and boto3'))('pytest', () => {
  it('shows the problems of the emulator under a test that failed, and nothing else', async () => {
    writeFileSync(join(folder, 'pytest.ini'), `[pytest]\npythonpath = ${PLUGIN}\n`);
    writeFileSync(join(folder, 'conftest.py'), conftest);
    writeFileSync(join(folder, 'test_orders.py'), `${example}${FAILING}`);
    const { code, said } = await pytest();
    expect(said).toMatch(/2 failed, 2 passed/);
    expect(said.match(/The emulator had problems during this test/g)).toHaveLength(1);
    expect(said).toMatch(/there is no event bus shopp in 000000000000 us-east-1/);
    expect(said).toContain('aws events create-event-bus --name shopp');
    expect(said).not.toContain('no event bus passing');
    expect(code).toBe(1);
  });

  it('says why there is no emulator', async () => {
    const { code, said } = await pytest('--emulator-command=false', '-k', 'keeps');
    expect(said).toContain('the emulator did not start');
    expect(code).not.toBe(0);
  });
});
