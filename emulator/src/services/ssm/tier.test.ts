// Tiers of parameters.
import { describe, expect, it } from 'vitest';
import { chooseTier } from './tier.ts';

const facts = { asked: undefined, before: undefined, value: 'x', hasPolicies: false };
const small = 'x'.repeat(4096);
const large = 'x'.repeat(4097);

describe('the tier', () => {
  it.each([
    [{ ...facts }, 'Standard'],
    [{ ...facts, value: small }, 'Standard'],
    [{ ...facts, before: 'Advanced' as const }, 'Advanced'],
    [{ ...facts, asked: 'Advanced', value: large }, 'Advanced'],
    [{ ...facts, asked: 'Intelligent-Tiering', value: small }, 'Standard'],
    [{ ...facts, asked: 'Intelligent-Tiering', value: large }, 'Advanced'],
    [{ ...facts, asked: 'Intelligent-Tiering', hasPolicies: true }, 'Advanced'],
    [{ ...facts, asked: 'Intelligent-Tiering', before: 'Advanced' as const }, 'Advanced'],
  ])('of case %# is %s', (given, tier) => expect(chooseTier(given)).toBe(tier));
  it.each([
    [{ ...facts, value: large }, 'maximum parameter value of 4096'],
    [{ ...facts, asked: 'Advanced', value: 'x'.repeat(8193) }, 'maximum parameter value of 8192'],
    [{ ...facts, asked: 'Standard', before: 'Advanced' as const }, "can't downgrade"],
    [{ ...facts, hasPolicies: true }, "don't support parameter policies"],
  ])('is refused in case %#', (given, words) => expect((chooseTier(given) as Error).message).toContain(words));
});
