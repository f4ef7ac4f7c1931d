// Policy documents: checked by the rules for identity or trust policies, measured without white space, returned verbatim but URL-encoded.
import { checkedPolicy } from '#core/policy/checked-policy';
import type { PolicyDocument } from '#core/policy/policy-document';
import { checkIdentityPolicy, checkInlinePolicy, checkTrustPolicy } from '#core/policy/policy-rules';
import { fault } from '#model/iam';

/** The length that quotas count: without white space. */
export const documentSize = (document: string): number => document.replace(/\s/g, '').length;

const INVALID_JSON = 'This policy contains invalid Json';

const read = (document: string, check: (policy: PolicyDocument) => void, invalidJson?: string): PolicyDocument =>
  checkedPolicy(
    document,
    ({ reason, message }) => fault('MalformedPolicyDocumentException', reason === 'json' && invalidJson ? invalidJson : message),
    check,
  );

export const readDocument = (document: string): PolicyDocument => read(document, () => {});
/** An inline policy of a user, a group or a role: it has actions and resources, and no principal. */
export const readInlinePolicy = (document: string): PolicyDocument => read(document, checkInlinePolicy);
/** A managed policy: one like an inline policy, with a version. */
export const readIdentityPolicy = (document: string): PolicyDocument => read(document, checkIdentityPolicy);
/** The trust policy of a role: it has principals, and no resource. */
export const readTrustPolicy = (document: string): PolicyDocument => read(document, checkTrustPolicy, INVALID_JSON);
