// The policy simulator, on the evaluator that also judges calls.
import type { Ctx } from '#core/ctx';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { compileGlob, matchesGlob } from '#lib/glob';
import { nextTurn } from '#lib/next-turn';
import type { EvaluationResult, PolicyIdentifier, SimulateCustomPolicyRequest, SimulatePolicyResponse } from '#model/iam';
import { fault, operation } from '#model/iam';
import { pageOfItems } from '#services/iam/listing';
import { identityArn, resourceOf } from '#services/iam/naming';
import { readDocument, readIdentityPolicy } from '#services/iam/policies/documents';
import { type EffectivePolicy, identityOfArn, policiesOf } from '#services/iam/policies/effective-policies';
import { documentOf } from '#services/iam/policies/managed-policies';
import { type SimulatedPolicy, type Simulation, simulate } from './policy-simulation.ts';

type Question = Omit<SimulateCustomPolicyRequest, 'PolicyInputList'>;

/** Recorded of a managed policy of an account (localstack/localstack, tests/aws/services/iam/test_iam.py, 2025-04). */
const IAM_POLICY = 'IAM Policy';

const given = (list: readonly string[] | undefined, name: string): SimulatedPolicy[] =>
  (list ?? []).map((text, index) => ({ id: `${name}.${index + 1}`, type: IAM_POLICY, text, document: readIdentityPolicy(text) }));

export const SimulateCustomPolicy = operation('SimulateCustomPolicy', (input, ctx) =>
  answer(
    input,
    given(input.PolicyInputList, 'PolicyInputList'),
    given(input.PermissionsBoundaryPolicyInputList, 'PermissionsBoundaryPolicyInputList'),
    ctx,
  ),
);

export const SimulatePrincipalPolicy = operation('SimulatePrincipalPolicy', (input, ctx) => {
  const identity = identityOfArn(input.PolicySourceArn, ctx);
  const excluded = (input.PolicyExclusionList ?? []).map(exclusion);
  const own = policiesOf(input.PolicySourceArn, ctx)
    .filter((policy) => !excluded.some((excludes) => excludes(policy)))
    .map(
      (policy): SimulatedPolicy => ({
        id: sourceId(policy),
        type: IAM_POLICY,
        text: policy.document,
        document: readDocument(policy.document),
      }),
    );
  const withoutBoundary = input.PolicyExclusionList?.some(({ PolicyType }) => PolicyType === 'permission-boundary');
  const boundary = identity.kind === 'group' || withoutBoundary ? undefined : identity.boundary;
  const boundaryText = boundary === undefined ? undefined : documentOf(boundary, ctx);
  const boundaries = input.PermissionsBoundaryPolicyInputList ?? (boundaryText === undefined ? [] : [boundaryText]);
  const caller = input.CallerArn ?? (identity.kind === 'user' ? identityArn(identity, ctx) : undefined);
  return answer(
    { ...input, CallerArn: caller },
    [...own, ...given(input.PolicyInputList, 'PolicyInputList')],
    given(boundaries, 'PermissionsBoundaryPolicyInputList'),
    ctx,
    true,
  );
});

const sourceId = ({ arn, owner, name }: EffectivePolicy): string => (arn === undefined ? `${owner.kind}_${owner.name}_${name}` : name);

/** A single `*` and any number of `?` stand for characters of a name. */
function exclusion(identifier: PolicyIdentifier): (policy: EffectivePolicy) => boolean {
  if (identifier.PolicyArn !== undefined) {
    const pattern = identifier.PolicyArn;
    if ((pattern.match(/\*/g) ?? []).length > 1 || resourceOf(pattern)?.type !== 'policy')
      throw fault('InvalidInputException', `ARN ${pattern} is not valid.`);
    const glob = compileGlob(pattern);
    return ({ arn }) => arn !== undefined && matchesGlob(glob, arn);
  }
  if (identifier.InlinePolicyIdentifier !== undefined) {
    const { PolicyName, AttachmentType, AttachmentName } = identifier.InlinePolicyIdentifier;
    return ({ arn, owner, name }) =>
      arn === undefined && name === PolicyName && owner.kind === AttachmentType && owner.name === AttachmentName;
  }
  return ({ arn, type }) => identifier.PolicyType === (arn === undefined ? 'inline' : type);
}

async function answer(
  question: Question,
  identity: SimulatedPolicy[],
  boundaries: SimulatedPolicy[],
  ctx: Ctx,
  isOfPrincipal?: boolean,
): Promise<SimulatePolicyResponse> {
  const { ResourcePolicy, CallerArn } = question;
  if (ResourcePolicy !== undefined && CallerArn === undefined)
    throw fault('InvalidInputException', 'CallerArn is required when ResourcePolicy is specified.');
  const simulation: Simulation = {
    isOfPrincipal,
    identity,
    boundaries,
    resource:
      ResourcePolicy === undefined
        ? undefined
        : { id: 'ResourcePolicy', type: 'resource', text: ResourcePolicy, document: readDocument(ResourcePolicy) },
    organization: (question.OrderedOrganizationPolicyInputList ?? []).map((level) =>
      (level.ServiceControlPolicyInputList ?? []).map(readDocument),
    ),
    principal: principalOf(CallerArn, ctx),
    resourceAccount: question.ResourceOwner === undefined ? undefined : accountOf(question.ResourceOwner),
    context: Object.fromEntries(
      (question.ContextEntries ?? []).map(({ ContextKeyName = '', ContextKeyValues = [] }) => [ContextKeyName, ContextKeyValues]),
    ),
  };
  const asked = question.ActionNames.flatMap((action) => (question.ResourceArns ?? ['*']).map((resource) => ({ action, resource })));
  const numbered = asked.map((pair, index) => ({ ...pair, place: String(index).padStart(9, '0') }));
  const { items, ...end } = pageOfItems(numbered, ({ place }) => place, question);
  const EvaluationResults: EvaluationResult[] = [];
  // Each pair may be compared with thousands of statements: others have their turn between two.
  for (const { action, resource } of items) {
    EvaluationResults.push(simulate(simulation, action, resource));
    await nextTurn();
  }
  return { EvaluationResults, ...end };
}

/** The owner is given as an account or as the ARN of its root. */
const accountOf = (owner: string): string => /\d{12}/.exec(owner)?.[0] ?? owner;

function principalOf(arn: string | undefined, ctx: Ctx): PolicyPrincipal {
  if (arn === undefined) return { kind: 'user', arn: `arn:aws:iam::${ctx.account}:user/simulated`, account: ctx.account };
  const [, , , , account = ctx.account, resource = ''] = arn.split(':');
  if (!/^(?:user|role|assumed-role|root)/.test(resource)) throw fault('InvalidInputException', `Invalid CallerArn: ${arn}`);
  const kind = resource.startsWith('assumed-role/')
    ? 'assumed-role'
    : resource.startsWith('role/')
      ? 'role'
      : resource === 'root'
        ? 'account'
        : 'user';
  return { kind, arn, account };
}
