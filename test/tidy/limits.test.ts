// Limits at which a client is refused are on the page of limits: the comment of their constant begins with `Limit:`.
import { describe, expect, it } from 'vitest';
import { allLimits } from '../../emulator/docs/limits.ts';
import { read, sources } from './sources.ts';

const known = new Set(allLimits().map(({ path, name }) => `emulator/src/${path} ${name}`));
/** Bounds between two ways of doing the same, at which no client is refused. */
const NO_LIMITS = new Set(['MAX_BRIEF_EXPRESSION', 'MAX_BUILT_LENGTH', 'MAX_EPOCH_SECONDS', 'MAX_SAFE_POWER']);
const REFUSES = /\bthrow\b|\bfault\(|\brefuse\(/;

/** The limits of a file that a line compares with, and that the same line or the next one refuses a client for. */
function refusingLimits(code: string): string[] {
  const lines = code.split('\n');
  const declared = new Set(lines.flatMap((line) => /^(?:export )?const ((?:MAX|MIN)_\w+)\b/.exec(line)?.[1] ?? []));
  return lines.flatMap((line, i) => {
    const [, name] = /[<>]=? ((?:MAX|MIN)_\w+)\b/.exec(line) ?? [];
    return name !== undefined && declared.has(name) && !NO_LIMITS.has(name) && REFUSES.test(`${line}${lines[i + 1] ?? ''}`) ? [name] : [];
  });
}

it('limits at which a client is refused say so in their comment', () => {
  const files = ['services', 'gateway', 'protocol'].flatMap((folder) => sources(`emulator/src/${folder}/`));
  const missing = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...new Set(refusingLimits(read(file)))].map((name) => [file, name] as const))
    .filter(([file, name]) => !known.has(`${file} ${name}`));
  expect(
    missing.map(([file, name]) => `${file}: write what ${name} counts above it, for docs/limits.md: /** Limit: entries of a batch. */`),
  ).toEqual([]);
});

describe('the rule finds', () => {
  it.each([
    ['a refusal in the same line', 'if (entries.length > MAX_ENTRIES) throw tooMany();'],
    ['a refusal in the next line', "if (name.length < MAX_ENTRIES)\n  throw fault('Invalid', 'too short');"],
  ])('%s', (_, line) => {
    expect(refusingLimits(`const MAX_ENTRIES = 10;\n${line}`)).toEqual(['MAX_ENTRIES']);
  });

  it.each([
    ['a size of our own work', 'const MAX_ENTRIES = 10;\nif (this.#kept.size >= MAX_ENTRIES) this.#kept.clear();'],
    ['a limit of another file', 'if (entries.length > MAX_ENTRIES) throw tooMany();'],
  ])('nothing in %s', (_, code) => {
    expect(refusingLimits(code)).toEqual([]);
  });
});
