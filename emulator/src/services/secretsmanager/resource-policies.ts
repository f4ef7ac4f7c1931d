// Resource policies: checked, stored and returned verbatim.
import { checkedPolicy } from '#core/policy/checked-policy';
import { parsePolicy } from '#core/policy/parse-policy';
import { type PolicyDocument, PolicyError, type PolicyStatement } from '#core/policy/policy-document';
import { checkResourcePolicy } from '#core/policy/policy-rules';
import { fault, operation } from '#model/secretsmanager';
import { findOwn, findSecret } from './find-secret.ts';
import { keepSecret } from './keep-secret.ts';

function read(text: string): PolicyDocument {
  const document = parsePolicy(text);
  checkResourcePolicy(document);
  return document;
}

/** Whether the statement allows everybody, without a condition. */
const isPublic = ({ effect, principal, conditions }: PolicyStatement): boolean => {
  if (effect !== 'Allow' || conditions.length > 0 || !principal) return false;
  return principal.negated || principal.values === '*' || (principal.values.AWS ?? []).includes('*');
};

const PUBLIC = 'You can’t use a resource policy that grants broad access to the secret.';

export const PutResourcePolicy = operation('PutResourcePolicy', ({ SecretId, ResourcePolicy: policy, BlockPublicPolicy }, ctx) => {
  const { there, secret, arn } = findOwn(SecretId, ctx);
  const { statements } = checkedPolicy(policy, ({ message }) => fault('MalformedPolicyDocumentException', message));
  if (BlockPublicPolicy && statements.some(isPublic)) throw fault('PublicPolicyException', PUBLIC);
  there.write((tx) => keepSecret(tx, secret, { ...secret, policy }, there));
  return { ARN: arn, Name: secret.name };
});

export const GetResourcePolicy = operation('GetResourcePolicy', ({ SecretId }, ctx) => {
  const { secret, arn } = findSecret(SecretId, ctx);
  return { ARN: arn, Name: secret.name, ...(secret.policy !== undefined && { ResourcePolicy: secret.policy }) };
});

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ SecretId }, ctx) => {
  const { there, secret, arn } = findOwn(SecretId, ctx);
  const { policy: _, ...rest } = secret;
  there.write((tx) => keepSecret(tx, secret, rest, there));
  return { ARN: arn, Name: secret.name };
});

export const ValidateResourcePolicy = operation('ValidateResourcePolicy', ({ SecretId, ResourcePolicy: policy }, ctx) => {
  if (SecretId !== undefined) findOwn(SecretId, ctx);
  const ValidationErrors = errorsIn(policy);
  return { PolicyValidationPassed: ValidationErrors.length === 0, ValidationErrors };
});

function errorsIn(policy: string): { CheckName: string; ErrorMessage: string }[] {
  try {
    return read(policy).statements.some(isPublic) ? [{ CheckName: 'PublicPolicyCheck', ErrorMessage: PUBLIC }] : [];
  } catch (error) {
    if (error instanceof PolicyError) return [{ CheckName: 'PolicySyntaxCheck', ErrorMessage: error.message }];
    throw error;
  }
}
