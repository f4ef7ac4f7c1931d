// Verdicts: the two tables of the guide on missing data, from every state.
import { expect, it } from 'vitest';
import type { StateValue } from '#services/cloudwatch/state';
import { type Treatment, verdictOn } from './verdict.ts';

const TREATMENTS: readonly Treatment[] = ['missing', 'ignore', 'breaching', 'notBreaching'];
const STATES: readonly StateValue[] = ['OK', 'ALARM', 'INSUFFICIENT_DATA'];
const KEPT = 'the present state';

/** Datapoints to alarm of three; points (X breaching, 0 good, - missing), oldest first; verdicts by treatment. */
const ROWS: readonly (readonly [number, string, ...string[]])[] = [
  [3, '0-X-X', 'OK', 'OK', 'OK', 'OK'],
  [3, '0----', 'OK', 'OK', 'OK', 'OK'],
  [3, '-----', 'INSUFFICIENT_DATA', KEPT, 'ALARM', 'OK'],
  [3, '0XX-X', 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
  [3, '--X--', 'ALARM', KEPT, 'ALARM', 'OK'],
  [2, '0-X-X', 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
  [2, '00X0X', 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
  [2, '0-X--', 'OK', 'OK', 'ALARM', 'OK'],
  [2, '----0', 'OK', 'OK', 'ALARM', 'OK'],
  [2, '---X-', 'ALARM', KEPT, 'ALARM', 'OK'],
];

const points = (text: string) => [...text].map((sign) => ({ value: sign === '-' ? undefined : 1, isBreaching: sign === 'X' }));

const cases = ROWS.map(([least, text, ...wanted]) => ({ least, text, wanted }));

it.each(cases)('$least of 3: $text', ({ least, text, wanted }) => {
  for (const [at, treatment] of TREATMENTS.entries())
    for (const current of STATES) {
      const verdict = verdictOn(points(text), { least, of: 3, treatment }, current);
      expect([treatment, current, verdict]).toEqual([treatment, current, wanted[at] === KEPT ? current : wanted[at]]);
    }
});

it('raises no premature alarm', () => {
  for (const text of ['----X', '---X-'])
    for (const current of ['OK', 'INSUFFICIENT_DATA'] as const)
      expect(verdictOn(points(text), { least: 3, of: 3, treatment: 'missing' }, current)).not.toBe('ALARM');
});
