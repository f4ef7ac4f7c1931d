// The init program is compiled anew when any of its sources has changed.

import { expect, it } from 'vitest';
import { sourceFiles } from './init-binary.ts';

it('the sources of the init program include those in subfolders, and no tests', () => {
  const files = sourceFiles();
  expect(files).toContain('init-program/main.ts');
  expect(files).toContain('src/lib/message.ts');
  expect(files).toContain('src/runtime-init/extensions/extensions.ts');
  expect(files.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
});
