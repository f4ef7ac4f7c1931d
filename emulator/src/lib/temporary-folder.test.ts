import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { untilPasses } from '../../../test/support/until-passes.ts';
import { temporaryFolder } from './temporary-folder.ts';

it('removes what dead processes left, of its kind and its machine', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'temporary-'));
  const own = temporaryFolder('run', parent);
  const dead = own.replace(`-${process.pid}-`, '-4194305-');
  const parentsOwn = own.replace(`-${process.pid}-`, `-${process.ppid}-`);
  const others = ['cloud-emulator-run-00000000-4194305-abc', 'cloud-emulator-code-4194305'].map((name) => join(parent, name));
  for (const folder of [dead, parentsOwn, ...others]) mkdirSync(join(folder, 'inside'), { recursive: true });
  const second = temporaryFolder('run', parent);
  expect(second).not.toBe(own);
  await untilPasses(() => expect(existsSync(dead)).toBe(false));
  for (const folder of [own, second, parentsOwn, ...others]) expect(existsSync(folder)).toBe(true);
  rmSync(parent, { recursive: true });
});
