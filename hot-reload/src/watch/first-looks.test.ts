import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FirstLooks } from './first-looks.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-looks-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('finds what has changed or gone since it was noted, and tells nothing of what was reported or stayed', async () => {
  const paths = ['changed', 'removed', 'reported', 'same'].map((name) => join(folder, name));
  const [changed = '', removed = '', reported = ''] = paths;
  for (const path of paths) writeFileSync(path, 'before');
  const looks = new FirstLooks();
  await looks.note([folder, ...paths]);
  for (const path of [changed, reported]) writeFileSync(path, 'and after');
  rmSync(removed);
  looks.reported(reported);
  const found: (readonly [string, boolean])[] = [];
  await new Promise<void>((resolve) => looks.compare(0, (path, isFolder) => void (found.push([path, isFolder]) === 3 && resolve())));
  expect(found).toEqual([
    [folder, true],
    [changed, false],
    [removed, false],
  ]);
});
