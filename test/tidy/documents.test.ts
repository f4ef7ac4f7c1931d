// Documents proven against code: generated pages are up to date.
import { describe, expect, it } from 'vitest';
import { pages } from '../../emulator/docs/generate.ts';
import { read } from './sources.ts';

const generated = await pages();

describe('generated pages', () => {
  it.each(generated.map(({ path, text }) => [path, text]))('%s is what `npm run docs` writes', (path, text) => {
    expect(read(`emulator/${path}`) === text, `emulator/${path} is out of date: run \`npm run docs\``).toBe(true);
  });
});
