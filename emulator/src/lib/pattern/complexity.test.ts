// The measure against the values that are known of the service and its library.
import { expect, it } from 'vitest';
import { compilePattern } from './compile.ts';
import { wildcardComplexity } from './complexity.ts';

it.each([
  [2, ['*']],
  [3, ['*abc*']],
  [4, ['*.tif', '*.svs']],
  [7, ['/Users/*/dir/dir/dir/dir/dir/doc.txt']],
  [9, ['*:*:*:*:event-bus/*']],
  [11, ['*:*:*:*:*:event-bus/*']],
  [9, ['*:stack/A/*', '*:stack/B/*', '*:stack/C/*']],
  [12, ['*:stack/A/*', '*:stack/B/*', '*:stack/C/*', '*:stack/D/*']],
])('%i for %j', (complexity, texts) => {
  const groups = texts.map((text) => [text]);
  expect(wildcardComplexity(groups, 100)).toBe(complexity);
});

it('refuses above 10, over all alternatives of a field', () => {
  const reason =
    'Event pattern is not valid. Reason: Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character';
  const wildcard = (text: string) => `{"r":[{"wildcard":"${text}"}]}`;
  expect(() => compilePattern(wildcard('*:*:*:*:event-bus/*'))).not.toThrow();
  expect(() => compilePattern(wildcard('*:*:*:*:*:event-bus/*'))).toThrow(reason);
  const branches = ['A', 'B', 'C', 'D'].map((name) => wildcard(`*:stack/${name}/*`));
  expect(() => compilePattern(`{"$or":[${branches.slice(0, 3)}]}`)).not.toThrow();
  expect(() => compilePattern(`{"$or":[${branches}]}`)).toThrow(reason);
});
