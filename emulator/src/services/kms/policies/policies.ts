// Key policies: GetKeyPolicy, PutKeyPolicy, ListKeyPolicies. A key has a single policy, named "default".
import { fault, operation } from '#model/kms';
import { locateById, locateOwn } from '#services/kms/find-key';
import { keys } from '#services/kms/state';
import { checkKeyPolicy } from './policy-text.ts';

const ONLY_NAME = 'default';

function checkName(name: string | undefined): void {
  if (name !== undefined && name !== ONLY_NAME) throw fault('NotFoundException', 'No such policy exists');
}

export const GetKeyPolicy = operation('GetKeyPolicy', ({ KeyId, PolicyName }, ctx) => {
  const { key } = locateById(KeyId, ctx);
  checkName(PolicyName);
  return { Policy: key.policy, PolicyName: ONLY_NAME };
});

export const PutKeyPolicy = operation('PutKeyPolicy', (input, ctx) => {
  const { there, key } = locateOwn(input.KeyId, ctx);
  checkName(input.PolicyName);
  checkKeyPolicy(input.Policy, input.BypassPolicyLockoutSafetyCheck);
  there.write((tx) => tx.put(there.records(keys), [key.id], { ...key, policy: input.Policy }));
});

export const ListKeyPolicies = operation('ListKeyPolicies', ({ KeyId }, ctx) => {
  locateById(KeyId, ctx);
  return { PolicyNames: [ONLY_NAME], Truncated: false };
});
