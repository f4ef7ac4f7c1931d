import { describe, expect, it } from 'vitest';
import { labelsOf, moveLabels, removeLabel, versionsToStages } from './stages.ts';

describe('staging labels', () => {
  it('the version that was current becomes the previous one', () => {
    const one = moveLabels({}, 'a', ['AWSCURRENT']);
    expect(one).toEqual({ AWSCURRENT: 'a' });
    const two = moveLabels(one, 'b', ['AWSCURRENT', 'mine']);
    expect(two).toEqual({ AWSCURRENT: 'b', AWSPREVIOUS: 'a', mine: 'b' });
    expect(moveLabels(two, 'a', ['AWSCURRENT'])).toEqual({ AWSCURRENT: 'a', AWSPREVIOUS: 'b', mine: 'b' });
    expect(moveLabels(two, 'b', ['AWSCURRENT'])).toEqual(two);
  });

  it('are read by version', () => {
    const stages = { AWSPENDING: 'b', AWSCURRENT: 'b', mine: 'a' };
    expect(labelsOf(stages, 'b')).toEqual(['AWSCURRENT', 'AWSPENDING']);
    expect(versionsToStages(stages)).toEqual({ a: ['mine'], b: ['AWSCURRENT', 'AWSPENDING'] });
    expect(removeLabel(stages, 'mine')).toEqual({ AWSPENDING: 'b', AWSCURRENT: 'b' });
  });
});
