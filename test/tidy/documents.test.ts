// Documents proven against code: generated pages are up to date.
import { describe, expect, it } from 'vitest';
import { pages } from '../../emulator/docs/generate.ts';
import { read } from './sources.ts';

const generated = await pages();

/** Undefined for a page that holds what is generated now. */
const problemOf = (path: string, text: string, written: string): string | undefined =>
  written === text ? undefined : `emulator/${path} is out of date: run \`npm run docs\``;

describe('generated pages', () => {
  it.each(generated.map(({ path, text }) => [path, text]))('%s is what `npm run docs` writes', (path, text) => {
    expect(problemOf(path, text, read(`emulator/${path}`))).toBe(undefined);
  });
});

it('finds a page that somebody changed by hand', () => {
  const { path, text } = generated[0]!;
  expect(problemOf(path, text, `${text}One more line.\n`)).toBe(`emulator/${path} is out of date: run \`npm run docs\``);
});
