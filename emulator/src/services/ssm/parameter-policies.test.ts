// Policies of parameters.
import { describe, expect, it } from 'vitest';
import { readPolicies } from './parameter-policies.ts';

const NOW = Date.UTC(2026, 0, 1);
const expiration = (Timestamp: string) => ({ Type: 'Expiration', Version: '1.0', Attributes: { Timestamp } });
const notice = { Type: 'ExpirationNotification', Version: '1.0', Attributes: { Before: '15', Unit: 'Days' } };
const unchanged = { Type: 'NoChangeNotification', Version: '1.0', Attributes: { After: '20', Unit: 'Hours' } };
const read = (...policies: unknown[]) => readPolicies(JSON.stringify(policies), NOW);

describe('parameter policies', () => {
  it('are read and given back', () => {
    const later = expiration('2026-02-01T00:00:00.000Z');
    expect(read(later, notice, unchanged)).toEqual({
      policies: [later, notice, unchanged].map((policy) => ({ type: policy.Type, text: JSON.stringify(policy) })),
      expiryMs: Date.UTC(2026, 1, 1),
    });
    expect(read({})).toEqual({ policies: [], expiryMs: undefined });
  });
  it.each<[unknown[], string]>([
    [[{ Type: 'Other', Version: '1.0' }], 'InvalidPolicyTypeException'],
    [[expiration('2025-12-31T00:00:00Z')], 'InvalidPolicyAttributeException'],
    [[expiration('soon')], 'InvalidPolicyAttributeException'],
    [[{ ...unchanged, Attributes: { After: '0', Unit: 'Days' } }], 'InvalidPolicyAttributeException'],
    [[{ ...unchanged, Attributes: { After: '1', Unit: 'Weeks' } }], 'InvalidPolicyAttributeException'],
    [[expiration('2026-02-01T00:00:00Z'), expiration('2026-03-01T00:00:00Z')], 'IncompatiblePolicyException'],
    [[notice], 'IncompatiblePolicyException'],
    [Array.from({ length: 11 }, () => unchanged), 'PoliciesLimitExceededException'],
    [['text'], 'ValidationException'],
  ])('refuses %j', (policies, code) => expect(() => read(...policies)).toThrow(expect.objectContaining({ code })));
});
