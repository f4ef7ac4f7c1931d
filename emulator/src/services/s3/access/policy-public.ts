// Whether a bucket policy is public in the sense of Block Public Access.
import type { PolicyDocument, PolicyStatement } from '#core/policy/policy-document';

/** Condition keys that fix the caller or its network: a statement for everybody with one of these is not public. */
const FIXING = new Set([
  'aws:principalarn',
  'aws:principalaccount',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourcearn',
  'aws:sourceaccount',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourceowner',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  's3:dataaccesspointarn',
  's3:dataaccesspointaccount',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
]);

export const isPublicPolicy = ({ statements }: PolicyDocument): boolean => statements.some(isPublic);

function isPublic({ effect, principal, conditions }: PolicyStatement): boolean {
  if (effect !== 'Allow' || !principal) return false;
  const everybody = principal.negated || principal.values === '*' || principal.values.AWS?.includes('*') === true;
  return everybody && !conditions.some(({ key, values }) => isFixing(key.toLowerCase(), values));
}

function isFixing(key: string, values: readonly string[]): boolean {
  if (key === 'aws:sourceip') return !values.some((range) => range === '0.0.0.0/0' || range === '::/0' || /\/[0-7]$/.test(range));
  return FIXING.has(key) && !values.some((value) => value === '*');
}
