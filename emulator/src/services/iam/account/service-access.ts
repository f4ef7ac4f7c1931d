// ListPoliciesGrantingServiceAccess: the policies of a principal that give access to a service.
import type { PolicyDocument } from '#core/policy/policy-document';
import { operation } from '#model/iam';
import { pageOfItems } from '#services/iam/listing';
import { readDocument } from '#services/iam/policies/documents';
import { type EffectivePolicy, policiesOf } from '#services/iam/policies/effective-policies';

const KINDS = { user: 'USER', group: 'GROUP', role: 'ROLE' };

export const ListPoliciesGrantingServiceAccess = operation('ListPoliciesGrantingServiceAccess', (input, ctx) => {
  const policies = policiesOf(input.Arn, ctx).map((policy) => ({ policy, document: readDocument(policy.document) }));
  const { items, ...end } = pageOfItems(input.ServiceNamespaces, (name) => name, input);
  return {
    PoliciesGrantingServiceAccess: items.map((namespace) => ({
      ServiceNamespace: namespace,
      Policies: policies.filter(({ document }) => grants(document, namespace)).map(({ policy }) => describe(policy)),
    })),
    ...end,
  };
});

const describe = ({ name, arn, owner }: EffectivePolicy) =>
  arn === undefined
    ? { PolicyName: name, PolicyType: 'INLINE', EntityType: KINDS[owner.kind], EntityName: owner.name }
    : { PolicyName: name, PolicyType: 'MANAGED', PolicyArn: arn };

/** Any allowed action of the service counts, on any resource. */
function grants({ statements }: PolicyDocument, namespace: string): boolean {
  return statements.some(({ effect, action }) => {
    if (effect !== 'Allow' || !action) return false;
    const named = action.values.some((name) => name === '*' || name.toLowerCase().startsWith(`${namespace.toLowerCase()}:`));
    return action.negated ? !action.values.some((name) => name === '*' || name.toLowerCase() === `${namespace.toLowerCase()}:*`) : named;
  });
}
