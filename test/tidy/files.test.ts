// Names, sizes and first lines of files.
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, sources } from './sources.ts';

const MAX_LINES = 300;
/** Pages of the explorer hold their markup, too. */
const MAX_PAGE_LINES = 500;
const code = [...sources('emulator/', /\.tsx?$/), ...sources('integrations/'), ...sources('test/')].filter(
  (file) => !file.includes('/dist/'),
);

describe('files', () => {
  it('are named in kebab-case, after what they hold', () => {
    expect(code.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.tsx?$/.test(basename(file)))).toEqual([]);
    expect(
      code.filter((file) => /\/(utils?|helpers?|common|misc|types|index)\.ts$/.test(file) && !/services\/[^/]+\/index\.ts$/.test(file)),
    ).toEqual([]);
  });

  it(`end at ${MAX_LINES} lines: split longer ones by purpose, each with a header that says what it is for`, () => {
    const limitOf = (file: string): number => (file.endsWith('.tsx') ? MAX_PAGE_LINES : MAX_LINES);
    const long = code
      .map((file) => [file, read(file).trimEnd().split('\n').length] as const)
      .filter(([file, lines]) => lines > limitOf(file));
    expect(long).toEqual([]);
  });

  it('open with what they are for', () => {
    expect(code.filter((file) => !file.endsWith('.test.ts') && !/^(#!.*\n)?(\/\/ |\/\*\*)/.test(read(file)))).toEqual([]);
  });

  it('hold no work for later, no default export, no barrel', () => {
    expect(code.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)) && !file.startsWith('test/tidy/'))).toEqual([]);
    expect(code.filter((file) => /^export default/m.test(read(file)) && !/\.config\.ts$/.test(file))).toEqual([]);
    expect(code.filter((file) => /^export \* from/m.test(read(file)))).toEqual([]);
  });
});

/** Where an expression is put together from constants, and not from what a client sends. */
const CONSTANT_EXPRESSIONS = new Set([
  'emulator/docs/limits.ts',
  'emulator/init-program/names.ts',
  'emulator/src/config/option-warnings.ts',
  'emulator/src/containers/control-channel.ts',
  'emulator/src/containers/embedded/interpreters.ts',
  'emulator/src/runtime-init/runtime-api.ts',
  'emulator/src/lib/regex/char-class.ts',
  'emulator/src/lib/regex/model-regex.ts',
  'emulator/src/protocol/xml/xml-text.ts',
  // The expression engine brings expressions of its own: everything in it runs under a time limit.
  'emulator/src/lib/time-limit.ts',
]);

describe('regular expressions', () => {
  it('that clients hand in run in lib/regex, which counts steps: others are literals', () => {
    const made = code.filter(
      (file) => /^(emulator|integrations)\//.test(file) && !/\.test\.ts$/.test(file) && /\bRegExp\(|node:vm/.test(read(file)),
    );
    expect(made.filter((file) => !CONSTANT_EXPRESSIONS.has(file))).toEqual([]);
  });
});

describe('the repository', () => {
  it('names no host of a registry and no path of a machine', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
    const named = [...code, ...sources('.', /\.(md|json|ya?ml)$/)].filter(
      (file) => !file.includes('package-lock') && /registry\.npmjs\.org|\/root\/|\/work\//.test(read(file)),
    );
    expect(named.filter((file) => !file.startsWith('test/tidy/'))).toEqual([]);
  });
});
