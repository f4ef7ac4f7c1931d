import { describe, expect, it } from 'vitest';
import { checkWeights, routed } from './routing.ts';

describe('a weighted alias', () => {
  it('gives its further version the share that it says', () => {
    const counts = { 1: 0, 2: 0 };
    for (let at = 0; at < 1000; at++) counts[routed(1, { 2: 0.25 }, at / 1000) as 1 | 2]++;
    expect(counts).toEqual({ 1: 750, 2: 250 });
    expect([routed(1, undefined, 0), routed(1, { 2: 0 }, 0), routed(1, { 2: 1 }, 0.999)]).toEqual([1, 1, 2]);
  });

  it.each([
    ['two further versions', { 2: 0.1, 3: 0.1 }, '1', 'Number of items in AdditionalVersionWeights cannot be greater than 1'],
    ['its own version', { 1: 0.1 }, '1', 'Invalid function version 1. Function version 1 is already included in routing configuration.'],
    ['the latest', { 1: 0.1 }, '$LATEST', '$LATEST is not supported for an alias pointing to more than 1 version'],
    ['too much', { 2: 1.5 }, '1', /1 validation error detected: Value '\{2=1.5\}' at 'routingConfig.additionalVersionWeights'/],
  ])('refuses %s', (_, weights, main, message) => {
    expect(() => checkWeights(weights as unknown as Record<string, number>, main)).toThrow(message);
  });
});
