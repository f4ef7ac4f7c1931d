// Code that make puts together, from a folder that holds the cache of builds itself.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BuildRequest } from './build-request.ts';
import { makeBuilder } from './make-build.ts';

let source: string;
beforeEach(() => {
  source = mkdtempSync(join(tmpdir(), 'make-'));
});
afterEach(() => rmSync(source, { recursive: true, force: true }));

const request = (): BuildRequest =>
  ({
    source,
    logicalId: 'Layer',
    cache: join(source, '.aws-sam/cache'),
    isLayer: true,
    metadata: {},
    tell: () => {},
  }) as unknown as BuildRequest;

it.each(['Makefile', 'makefile', 'GNUmakefile'])('runs the target of a %s in a copy of the folder', async (name) => {
  writeFileSync(join(source, name), 'build-Layer:\n\tcp -r lib $(ARTIFACTS_DIR) && touch made-here\n');
  mkdirSync(join(source, 'lib'));
  writeFileSync(join(source, 'lib/a.txt'), 'a');
  const { parts } = await makeBuilder.build(request());
  expect(readFileSync(join(parts[0]!.folder, 'lib/a.txt'), 'utf8')).toBe('a');
  expect(() => readFileSync(join(source, 'made-here'))).toThrow('ENOENT');
});

it('says what is missing', async () => {
  await expect(makeBuilder.build(request())).rejects.toThrow(/Layer is built by make, and .* has no Makefile\./);
});
