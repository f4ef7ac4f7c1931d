// Saved states over HTTP and by `emulator snapshot`: listed, compared with one another and with the present, restored, removed.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandWords } from '../../support/command.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const directory = mkdtempSync(join(tmpdir(), 'snapshots-'));
let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ environment: { DATA_DIR: directory }, clock: 'manual' });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Difference {
  readonly change: string;
  readonly collection: string;
  readonly account: string;
  readonly region: string;
  readonly key: readonly (string | number)[];
}

const call = async (method: string, path: string) => {
  const answer = await fetch(`${emulator.url}/_emulator/state${path}`, { method });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const diff = async (query: string) => (await call('GET', `/diff?${query}`)).body as { differences: Difference[] } & Record<string, unknown>;

async function snapshot(...words: string[]): Promise<{ code: number; text: string }> {
  const all = [...(await commandWords()), 'snapshot', ...words];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: emulator.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
}

describe('saved states', () => {
  beforeEach(async () => {
    await call('POST', '/reset');
    const { states } = (await call('GET', '')).body as { states: { name: string }[] };
    for (const { name } of states) await call('DELETE', `/${name}`);
  });

  it('are listed with size and time, and are gone once they are removed', async () => {
    expect((await call('GET', '')).body).toEqual({ states: [] });
    await call('POST', '/save?name=b');
    await call('POST', '/save?name=a');
    const { states } = (await call('GET', '')).body as { states: { name: string; file: string; sizeBytes: number; savedAtMs: number }[] };
    expect(states.map(({ name, file }) => [name, file])).toEqual([
      ['a', join(directory, 'states/a')],
      ['b', join(directory, 'states/b')],
    ]);
    expect(states.every(({ sizeBytes, savedAtMs }) => sizeBytes > 0 && Math.abs(savedAtMs - Date.now()) < 600_000)).toBe(true);
    expect((await call('DELETE', '/a')).body).toEqual({ status: 'removed', file: join(directory, 'states/a') });
    expect((await call('DELETE', '/a')).body['code']).toBe('STATE_FILE_MISSING');
    expect((await call('DELETE', '/..%2Fa')).body['code']).toBe('STATE_NAME_INVALID');
    expect(((await call('GET', '')).body as { states: object[] }).states).toHaveLength(1);
  });

  it('are compared with the present and with one another: what was added, changed and removed', async () => {
    const ssm = emulator.client(SSM);
    await ssm.putParameter({ Name: '/kept', Value: '1', Type: 'String' });
    await ssm.putParameter({ Name: '/gone', Value: '1', Type: 'String' });
    await call('POST', '/save?name=before');
    expect(await diff('from=before')).toEqual({ added: 0, removed: 0, changed: 0, differences: [] });
    await ssm.putParameter({ Name: '/kept', Value: '2', Type: 'String', Overwrite: true });
    await ssm.deleteParameter({ Name: '/gone' });
    await emulator.client(SQS, { region: 'eu-west-1' }).createQueue({ QueueName: 'new' });
    const { differences, ...counts } = await diff('from=before');
    const named = (name: string) => differences.filter(({ key }) => key.includes(name));
    expect(new Set(named('/kept').map(({ change }) => change))).toContain('changed');
    expect(new Set(named('/gone').map(({ change }) => change))).toEqual(new Set(['removed']));
    expect(named('new')).toContainEqual({
      change: 'added',
      collection: 'sqs.queues',
      account: '000000000000',
      region: 'eu-west-1',
      key: ['new'],
    });
    expect(Number(counts['added']) + Number(counts['removed']) + Number(counts['changed'])).toBe(differences.length);
    await call('POST', '/save?name=after');
    expect((await diff('from=before&to=after')).differences).toEqual(differences);
    expect((await diff('from=after&to=before'))['added']).toBe(counts['removed']);
    await call('POST', '/load?name=before');
    expect(await diff('from=before')).toEqual({ added: 0, removed: 0, changed: 0, differences: [] });
    expect((await call('GET', '/diff?from=never')).body['code']).toBe('STATE_FILE_MISSING');
  });

  it('are saved, compared and listed by the command, which tells what is missing', async () => {
    expect(await snapshot('save', 'empty')).toEqual({ code: 0, text: `Saved empty to ${join(directory, 'states/empty')}.\n` });
    await emulator.client(SQS).createQueue({ QueueName: 'orders' });
    const { text } = await snapshot('diff', 'empty');
    expect(text).toContain('+ sqs.queues "orders" 000000000000 us-east-1\n');
    expect(text).toMatch(/\d+ added, 0 removed, 0 changed\.\n$/);
    expect((await snapshot('list')).text).toMatch(/^empty +\S+Z +[\d,]+ bytes\n$/);
    const missing = await snapshot('restore', 'never');
    expect([missing.code, missing.text.includes('STATE_FILE_MISSING')]).toEqual([1, true]);
  });

  it('are restored and removed by the command', async () => {
    await call('POST', '/save?name=empty');
    await emulator.client(SQS).createQueue({ QueueName: 'orders' });
    expect((await snapshot('restore', 'empty')).text).toBe('The state is that of empty.\n');
    expect((await emulator.client(SQS).listQueues()).QueueUrls).toBeUndefined();
    expect((await snapshot('delete', 'empty')).text).toBe('Removed empty.\n');
  });
});
