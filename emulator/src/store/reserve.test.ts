// The reserve takes room while there is some, and gives it back in steps.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Reserve } from './reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'reserve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MB = 1024 * 1024;

test('takes no more than half of what is free, gives in steps, and is filled again', () => {
  const file = join(folder, 'reserve');
  const reserve = new Reserve(file, 4 * MB);
  const sizes = (): number[] => [reserve.bytes, statSync(file).size];
  reserve.fill(2 * MB);
  expect(sizes()).toEqual([MB, MB]);
  reserve.fill(100 * MB);
  expect(sizes()).toEqual([4 * MB, 4 * MB]);
  expect(statSync(file).blocks * 512).toBe(4 * MB);
  reserve.give(1);
  expect(sizes()).toEqual([3.75 * MB, 3.75 * MB]);
  reserve.give(100 * MB);
  expect(sizes()).toEqual([0, 0]);
  reserve.fill(100 * MB);
  expect(new Reserve(file, 4 * MB).bytes).toBe(4 * MB);
});

test('stays as it is where its file cannot be written', () => {
  const reserve = new Reserve(join(folder, 'nowhere', 'reserve'), MB);
  reserve.fill(100 * MB);
  expect(reserve.bytes).toBe(0);
});
