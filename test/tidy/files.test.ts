// Names, sizes and first lines of files.
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, sources } from './sources.ts';

const MAX_LINES = 300;
/** Pages of the explorer hold their markup, too. */
const MAX_PAGE_LINES = 500;
const code = [...sources('emulator/', /\.tsx?$/), ...['hot-reload/', 'integrations/', 'test/'].flatMap((folder) => sources(folder))].filter(
  (file) => !file.includes('/dist/'),
);

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))?\.tsx?$/;
const isVague = (file: string): boolean =>
  /\/(utils?|helpers?|common|misc|types|index)\.ts$/.test(file) && !/services\/[^/]+\/index\.ts$/.test(file);
const HEADER = /^(#!.*\n)?(\/\/ |\/\*\*)/;
const LATER = /\b(TODO|FIXME|XXX)\b/;
const DEFAULT_EXPORT = /^export default/m;
const BARREL = /^export \* from/m;
const EXPRESSION = /\bRegExp\(|node:vm/;
const DOWNLOADED = /"resolved": "https?:/;
const PLACE = /registry\.npmjs\.org|\/root\/|\/work\//;

const limitOf = (file: string): number => (file.endsWith('.tsx') ? MAX_PAGE_LINES : MAX_LINES);
const isTooLong = (file: string, text: string): boolean => text.trimEnd().split('\n').length > limitOf(file);

describe('files', () => {
  it('are named in kebab-case, after what they hold', () => {
    expect(code.filter((file) => !NAME.test(basename(file)))).toEqual([]);
    expect(code.filter(isVague)).toEqual([]);
  });

  it(`end at ${MAX_LINES} lines: split longer ones by purpose, each with a header that says what it is for`, () => {
    expect(code.filter((file) => isTooLong(file, read(file)))).toEqual([]);
  });

  it('open with what they are for', () => {
    expect(code.filter((file) => !file.endsWith('.test.ts') && !HEADER.test(read(file)))).toEqual([]);
  });

  it('hold no work for later, no default export, no barrel', () => {
    expect(code.filter((file) => LATER.test(read(file)) && !file.startsWith('test/tidy/'))).toEqual([]);
    expect(code.filter((file) => DEFAULT_EXPORT.test(read(file)) && !/\.config\.ts$/.test(file))).toEqual([]);
    expect(code.filter((file) => BARREL.test(read(file)))).toEqual([]);
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
  // As code of resolvers does: in a context without the process, under a limit of steps, and under that time limit.
  'emulator/src/services/appsync/code/sandbox.ts',
  'emulator/src/services/appsync/code/inside/runtime.ts',
  'emulator/src/services/appsync/schema/scalars.ts',
]);

describe('regular expressions', () => {
  it('that clients hand in run in lib/regex, which counts steps: others are literals', () => {
    const made = code.filter(
      (file) => /^(emulator|hot-reload|integrations)\//.test(file) && !/\.test\.ts$/.test(file) && EXPRESSION.test(read(file)),
    );
    expect(made.filter((file) => !CONSTANT_EXPRESSIONS.has(file))).toEqual([]);
  });
});

describe('the repository', () => {
  it('names no host of a registry and no path of a machine', () => {
    expect(read('package-lock.json')).not.toMatch(DOWNLOADED);
    const named = [...code, ...sources('.', /\.(md|json|ya?ml)$/)].filter(
      (file) => !file.includes('package-lock') && PLACE.test(read(file)),
    );
    expect(named.filter((file) => !file.startsWith('test/tidy/'))).toEqual([]);
  });
});

describe('the rule finds', () => {
  it.each([
    ['a mark for later', LATER, '// TODO: the rest'],
    ['a default export', DEFAULT_EXPORT, 'const a = 1;\nexport default a;'],
    ['a barrel', BARREL, "export * from './a.ts';"],
    ['an expression of a client', EXPRESSION, 'const found = new RegExp(pattern);'],
    ['an expression in a context of its own', EXPRESSION, "import vm from 'node:vm';"],
    ['a path of a machine', PLACE, 'see /work/main'],
    ['a host of a registry', PLACE, 'https://registry.npmjs.org/yazl'],
    ['a host in a lock file', DOWNLOADED, '"resolved": "https://example.com/yazl.tgz"'],
  ])('%s', (_, pattern, text) => {
    expect(text).toMatch(pattern);
  });

  it('a file that is longer than one sitting, and a page of the explorer that is', () => {
    const lines = (count: number): string => 'a();\n'.repeat(count);
    expect([isTooLong('a.ts', lines(301)), isTooLong('a.ts', lines(300))]).toEqual([true, false]);
    expect([isTooLong('a.tsx', lines(501)), isTooLong('a.tsx', lines(500))]).toEqual([true, false]);
  });

  it('a name that is not in kebab-case, a vague one, and a file without a header', () => {
    expect(['queueState.ts', 'Queue.ts', 'queue_state.ts'].filter((name) => NAME.test(name))).toEqual([]);
    expect(['queue-state.ts', 'queue.test.ts', 'page.tsx'].filter((name) => !NAME.test(name))).toEqual([]);
    expect(isVague('emulator/src/lib/utils.ts')).toBe(true);
    expect(isVague('emulator/src/services/sqs/index.ts')).toBe(false);
    expect("import a from './a.ts';").not.toMatch(HEADER);
    expect('#!/usr/bin/env node\n// Starts the emulator.').toMatch(HEADER);
  });
});
