// `emulator tables`: what a region's tables hold, and items as plain JSON.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { tableOf } from '../support/use-tables.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
  const db = emulator.client(DynamoDB);
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const };
  await db.createTable(tableOf('orders', ['id:S'], { StreamSpecification }));
  await db.createTable(tableOf('empty', ['id:S']));
  for (const [id, total] of [
    ['a', '5'],
    ['b', '12.50'],
  ] as const)
    await db.putItem({ TableName: 'orders', Item: { id: { S: id }, total: { N: total }, tags: { SS: ['x'] } } });
});
afterAll(() => emulator.stop());

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function tables(...words: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_REGION: 'us-east-1' };
  const command = [...(await commandWords()), 'tables', ...words, '--endpoint', emulator.url];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

describe('emulator tables', () => {
  it('lists tables with their items and bytes', async () => {
    expect((await tables()).stdout.split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^empty {3}0 items {2}0 bytes$/),
      expect.stringMatching(/^orders {2}2 items {2}\d+ bytes {2}with a stream$/),
    ]);
    expect(JSON.parse((await tables('--json')).stdout)).toMatchObject({
      region: 'us-east-1',
      tables: [
        { name: 'empty', items: 0, bytes: 0 },
        { name: 'orders', items: 2 },
      ],
    });
  });

  it('prints items as plain JSON, one a line, and those alone that fit', async () => {
    const lines = (await tables('scan', 'orders')).stdout.split('\n').filter(Boolean).sort();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { id: 'a', total: 5, tags: ['x'] },
      { id: 'b', total: 12.5, tags: ['x'] },
    ]);
    const some = await tables('scan', 'orders', '--query', "id = 'b' AND total > 10", '--json');
    expect(JSON.parse(some.stdout)).toEqual([{ id: 'b', total: 12.5, tags: ['x'] }]);
    expect((await tables('scan', 'orders', '--limit', '1')).stdout.split('\n').filter(Boolean)).toHaveLength(1);
  });

  it('says what is wrong', async () => {
    const absent = await tables('scan', 'absent');
    expect(absent).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/TABLES_UNREADABLE: Scan in us-east-1 \(AWS_REGION\): .*not found/),
    });
    expect((await tables('scan', 'orders', '--query', 'total >')).stderr).toContain('TABLES_UNREADABLE');
    expect((await tables('scan', 'orders', '--limit', 'many')).stderr).toContain('--limit many');
  });
});
