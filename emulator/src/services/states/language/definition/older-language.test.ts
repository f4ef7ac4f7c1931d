// Earlier versions stored definitions whose states took the language of the Parallel or Map state around them.
import { expect, it } from 'vitest';
import { type Machine, statesIn } from '#services/states/language/machine';
import { withWrittenLanguages } from './older-language.ts';

const END = { Type: 'Pass', End: true };

it('writes the language of each state as it was then', () => {
  const written = withWrittenLanguages({
    StartAt: 'M',
    States: {
      M: { Type: 'Map', QueryLanguage: 'JSONata', ItemProcessor: { StartAt: 'P', States: { P: END } }, Next: 'B' },
      B: { Type: 'Parallel', Branches: [{ QueryLanguage: 'JSONata', StartAt: 'Q', States: { Q: END } }], End: true },
    },
  } as unknown as Machine);
  const found = Object.fromEntries([...statesIn(written)].map(({ name, isJsonata }) => [name, isJsonata]));
  expect(found).toEqual({ M: true, P: true, B: false, Q: true });
});
