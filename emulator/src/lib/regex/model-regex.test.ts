// The expressions of all API models: read by both engines, matched alike, and none slow.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { countRepeats, modelRegex } from './model-regex.ts';
import { Regex, RegexTooCostly } from './regex.ts';

const FOLDER = new URL('../../../models/dist/', import.meta.url);

function everyPattern(): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'pattern' && typeof inner === 'string') found.add(inner);
      else walk(inner);
    }
  };
  for (const file of readdirSync(FOLDER).filter((name) => /^[a-z]+\.json$/.test(name) && !/^(detection|resources)\./.test(name)))
    walk(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  return [...found];
}

const PATTERNS = everyPattern();
const EXAMPLES = [
  'arn:aws:lambda:us-east-1:123456789012:function:f:1',
  'arn:aws:iam::123456789012:role/path/r',
  'arn:aws:events:us-east-1:123456789012:connection/c/1-2',
  '123456789012',
  'name-1_x.fifo',
  'a/b/c:latest',
  'https://example.com/x?y=z#q',
  '$.detail.items[0]',
  ' text with spaces ',
  'us-east-1',
  '12345678-1234-1234-1234-123456789012',
];

const inJavaScript = (pattern: string): RegExp => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return new RegExp(`^(?:${pattern})$`);
  }
};

it('read and match alike in both engines', () => {
  const texts = fc.oneof(
    fc.constantFrom(...EXAMPLES),
    fc
      .tuple(fc.constantFrom(...EXAMPLES), fc.nat(60), fc.string({ maxLength: 3 }))
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at)),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', '/', ':', ' ', '*', '\n', 'é'), maxLength: 12 }),
  );
  const sample = fc.sample(texts, { numRuns: 150, seed: 1 });
  for (const pattern of PATTERNS.filter((each) => countRepeats(each) > 1)) {
    const native = inJavaScript(pattern);
    const counted = new Regex(pattern, { whole: true });
    for (const text of sample) expect([pattern, text, counted.test(text)]).toEqual([pattern, text, native.test(text)]);
  }
});

it('take no longer than a few milliseconds for any text', () => {
  const slow: string[] = [];
  for (const pattern of PATTERNS.filter((each) => countRepeats(each) > 1)) {
    const test = modelRegex(pattern);
    const ms = processorMs(() => {
      for (const part of ['a', '0', '-', ' ', 'a-', '/', '.', 'a/', ':'])
        for (const before of ['', 'arn:aws:lambda:us-east-1:123456789012:']) {
          try {
            test(`${before}${part.repeat(30)}\u0001`);
            test(`${before}${part.repeat(2_000)}\u0001`);
          } catch (error) {
            expect(error).toBeInstanceOf(RegexTooCostly);
          }
        }
    });
    if (ms > 36 * 50) slow.push(pattern);
  }
  expect(slow).toEqual([]);
});
