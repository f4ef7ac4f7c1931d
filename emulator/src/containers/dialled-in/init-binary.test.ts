// The init program is compiled anew when any of its sources has changed.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '#lib/package-root';
import { sourceFiles } from './init-binary.ts';

it('the sources of the init program include those in subfolders, and no tests', () => {
  const files = sourceFiles();
  expect(files).toContain('init-program/main.ts');
  expect(files).toContain('src/lib/message.ts');
  expect(files).toContain('src/runtime-init/extensions/extensions.ts');
  expect(files.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
});

it('they are all files that it imports', () => {
  const imported = new Set(['init-program/main.ts']);
  for (const file of imported) {
    const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import(?! type)|} from|export .*from)[^']*'([#.][^']*)'/gm)) {
      imported.add(name.startsWith('#') ? `src/${name.slice(1)}.ts` : join(dirname(file), name));
    }
  }
  expect([...imported].filter((file) => !sourceFiles().includes(file))).toEqual([]);
  // The package has them, too: it compiles the program where it is installed.
  const { files } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
  const isPacked = (file: string) => files.some((each) => file === each || file.startsWith(`${each}/`));
  expect([...imported].filter((file) => !isPacked(file))).toEqual([]);
  expect(imported.size).toBeGreaterThan(30);
});
