import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readText, withoutMark } from './read-text.ts';

it('a byte order mark is no part of a text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'text-'));
  writeFileSync(join(folder, 'event.json'), '\ufeff{"a":"\ufeff"}');
  expect(JSON.parse(readText(join(folder, 'event.json')))).toEqual({ a: '\ufeff' });
  expect([withoutMark(''), withoutMark('a\ufeff')]).toEqual(['', 'a\ufeff']);
  rmSync(folder, { recursive: true });
});
