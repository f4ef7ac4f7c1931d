// The text of key policies: the default, and the check of a given one. A policy is stored as it was given.
import { checkedPolicy } from '#core/policy/checked-policy';
import type { PolicyStatement } from '#core/policy/policy-document';
import { partitionOf } from '#lib/arn';
import { compileGlob, matchesGlob } from '#lib/glob';
import { fault } from '#model/kms';

const PUT_POLICY = 'kms:putkeypolicy';

/** The policy of a key created without one, with the cloud's white space: the account may do everything. */
export const defaultKeyPolicy = (account: string, region: string): string => `{
  "Version" : "2012-10-17",
  "Id" : "key-default-1",
  "Statement" : [ {
    "Sid" : "Enable IAM User Permissions",
    "Effect" : "Allow",
    "Principal" : {
      "AWS" : "arn:${partitionOf(region)}:iam::${account}:root"
    },
    "Action" : "kms:*",
    "Resource" : "*"
  } ]
}`;

/** The policy of a service-managed key: everyone in the account may use it through that service. */
export const keyPolicyOf = (service: string, account: string, region: string): string => {
  const anyone = { Effect: 'Allow', Principal: { AWS: '*' }, Resource: '*' };
  const actions = ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:CreateGrant', 'kms:DescribeKey'];
  const via = { StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': `${service}.${region}.amazonaws.com` } };
  const owner = { AWS: `arn:${partitionOf(region)}:iam::${account}:root` };
  const reading = ['kms:Describe*', 'kms:Get*', 'kms:List*', 'kms:RevokeGrant'];
  const document = {
    Version: '2012-10-17',
    Id: `auto-${service}-1`,
    Statement: [
      { Sid: `Allow access through ${service} for all principals in the account`, ...anyone, Action: actions, Condition: via },
      { Sid: 'Allow direct access to key metadata to the account', Effect: 'Allow', Principal: owner, Action: reading, Resource: '*' },
    ],
  };
  return JSON.stringify(document, null, 2);
};

/** Throws unless the text is a policy that allows somebody to change it again. */
export function checkKeyPolicy(text: string, bypassLockoutCheck: boolean | undefined): void {
  const statements = read(text);
  if (bypassLockoutCheck || statements.some(letsChange)) return;
  throw fault('MalformedPolicyDocumentException', 'The new key policy will not allow you to update the key policy in the future.');
}

const read = (text: string): readonly PolicyStatement[] =>
  checkedPolicy(text, ({ message }) => fault('MalformedPolicyDocumentException', message)).statements;

/** Whether the statement allows PutKeyPolicy. Its principal is ignored: callers have no identity of their own here. */
function letsChange({ effect, action }: PolicyStatement): boolean {
  if (effect !== 'Allow' || !action) return false;
  const named = action.values.some((name) => matchesGlob(compileGlob(name.toLowerCase()), PUT_POLICY));
  return named !== action.negated;
}
