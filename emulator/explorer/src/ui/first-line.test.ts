import { expect, it } from 'vitest';
import { firstLine } from './first-line.ts';

it.each([
  ['short', 'short'],
  ['first\nsecond', 'first'],
  ['{"errorType":"Error","errorMessage":"no lines\\nmore","trace":[]}', 'Error: no lines'],
  ['States.TaskFailed: {"errorMessage":"no lines"}', 'no lines'],
  ['{"reason":1}', '{"reason":1}'],
  [`${'x'.repeat(200)}`, `${'x'.repeat(139)}…`],
])('%s', (text, first) => expect(firstLine(text)).toBe(first));
