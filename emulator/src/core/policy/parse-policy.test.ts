// Reading policies: what comes out, and that nothing but a PolicyError ever comes out of bad text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { parsePolicy } from './parse-policy.ts';
import { PolicyError } from './policy-document.ts';

describe('parsePolicy', () => {
  it('evens out the forms that the language allows', () => {
    const text = JSON.stringify({
      Id: 'default',
      Statement: {
        Effect: 'Deny',
        NotPrincipal: { AWS: '111122223333', Service: ['a.amazonaws.com'] },
        Action: 'sqs:*',
        NotResource: ['a', 'b'],
        Condition: { Bool: { 'aws:SecureTransport': false }, NumericLessThan: { n: [1, '2'] } },
      },
    });
    expect(parsePolicy(text)).toEqual({
      version: undefined,
      id: 'default',
      statements: [
        {
          sid: undefined,
          effect: 'Deny',
          principal: { negated: true, values: { AWS: ['111122223333'], Service: ['a.amazonaws.com'] } },
          action: { negated: false, values: ['sqs:*'] },
          resource: { negated: true, values: ['a', 'b'] },
          conditions: [
            { operator: 'Bool', key: 'aws:SecureTransport', values: ['false'] },
            { operator: 'NumericLessThan', key: 'n', values: ['1', '2'] },
          ],
        },
      ],
    });
  });

  const part = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('*', 'Allow', 's3:*', [], {}, ['*', null], { AWS: null }, { Bool: { k: [] } }),
  );
  const names = ['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition', '__proto__'];
  const statement = fc.dictionary(fc.constantFrom(...names), part).map((own) => ({ Effect: 'Allow', ...own }));
  const almost = fc
    .oneof(fc.array(fc.oneof(statement, part)), part)
    .map((Statement) => JSON.stringify({ Version: '2012-10-17', Statement }));

  it('throws PolicyError or answers a document that can be evaluated', () => {
    fc.assert(
      fc.property(fc.oneof(almost, fc.json(), fc.string()), (text) => {
        try {
          const resource = parsePolicy(text);
          decide(
            { principal: { kind: 'anonymous' }, action: 's3:GetObject', resource: 'arn:aws:s3:::b/k', context: { k: 'v' } },
            { resource },
          );
        } catch (error) {
          expect(error).toBeInstanceOf(PolicyError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
