// GetContextKeysFor…: the condition keys that a simulation of these policies would need.
import { operation } from '#model/iam';
import { readDocument } from '#services/iam/policies/documents';
import { policiesOf } from '#services/iam/policies/effective-policies';
import { contextKeysOf } from './policy-context-keys.ts';

export const GetContextKeysForCustomPolicy = operation('GetContextKeysForCustomPolicy', (input) => ({
  ContextKeyNames: contextKeysOf(input.PolicyInputList.map(readDocument)),
}));

export const GetContextKeysForPrincipalPolicy = operation('GetContextKeysForPrincipalPolicy', (input, ctx) => {
  const own = policiesOf(input.PolicySourceArn, ctx).map(({ document }) => document);
  return { ContextKeyNames: contextKeysOf([...own, ...(input.PolicyInputList ?? [])].map(readDocument)) };
});
