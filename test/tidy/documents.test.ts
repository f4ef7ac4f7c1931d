// Documents proven against code: generated pages are up to date, every error code is explained.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages } from '../../emulator/docs/generate.ts';
import { ROOT, sources } from './sources.ts';

const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');

const generated = await pages();

describe('generated pages', () => {
  it.each(generated.map(({ path, text }) => [path, text]))('%s is what `npm run docs` writes', (path, text) => {
    expect(read(`emulator/${path}`) === text, `emulator/${path} is out of date: run \`npm run docs\``).toBe(true);
  });
});

describe('errors', () => {
  const codes = new Set(
    sources('emulator/src/').flatMap((file) =>
      [...read(file).matchAll(/(?:EmulatorError|storeError)\(\s*'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, code]) => code ?? ''),
    ),
  );

  it('for the person who runs the emulator stand in docs/errors.md', () => {
    const page = read('emulator/docs/errors.md');
    expect([...codes].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  it('that the page explains exist', () => {
    const all = sources('emulator/src/').map(read).join('\n');
    const explained = [...read('emulator/docs/errors.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '');
    expect(explained.filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });
});
