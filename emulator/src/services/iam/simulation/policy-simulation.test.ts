import { expect, test } from 'vitest';
import { parsePolicy } from '#core/policy/parse-policy';
import { type SimulatedPolicy, type Simulation, simulate } from './policy-simulation.ts';

const ACCOUNT = '123456789012';
const policy = (effect: string, action: string, resource = '*', more: object = {}): SimulatedPolicy => {
  const text = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: effect, Action: action, Resource: resource, ...more }] });
  return { id: `${effect} ${action}`, type: 'none', text, document: parsePolicy(text) };
};
const base: Simulation = {
  identity: [policy('Allow', 's3:*')],
  boundaries: [],
  organization: [],
  principal: { kind: 'user', arn: `arn:aws:iam::${ACCOUNT}:user/u`, account: ACCOUNT },
  context: {},
};
const decide = (changed: Partial<Simulation>, action = 's3:GetObject', resource = 'arn:aws:s3:::b/k') =>
  simulate({ ...base, ...changed }, action, resource);

test('what allows is named, and where it stands', () => {
  const MatchedStatements = [
    {
      SourcePolicyId: 'Allow s3:*',
      SourcePolicyType: 'none',
      StartPosition: { Line: 1, Column: 39 },
      EndPosition: { Line: 1, Column: 87 },
    },
  ];
  const EvalResourceName = 'arn:aws:s3:::b/k';
  expect(decide({})).toEqual({
    EvalActionName: 's3:GetObject',
    EvalResourceName,
    EvalDecision: 'allowed',
    MatchedStatements,
    MissingContextValues: [],
    ResourceSpecificResults: [{ EvalResourceName, EvalResourceDecision: 'allowed', MatchedStatements, MissingContextValues: [] }],
  });
});

test('a denial names what denies, wherever it stands', () => {
  const { EvalDecision, MatchedStatements } = decide({ identity: [policy('Allow', 's3:*'), policy('Deny', 's3:Get*')] });
  expect([EvalDecision, MatchedStatements?.map(({ SourcePolicyId }) => SourcePolicyId)]).toEqual(['explicitDeny', ['Deny s3:Get*']]);
  expect(decide({ boundaries: [policy('Deny', 's3:*')] }).EvalDecision).toBe('explicitDeny');
});

test('boundaries and organizations allow nothing and limit everything', () => {
  const bounded = decide({ boundaries: [policy('Allow', 'sqs:*')] });
  expect(bounded).toMatchObject({
    EvalDecision: 'implicitDeny',
    MatchedStatements: [],
    PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: false },
  });
  const organized = (action: string) => decide({ organization: [[policy('Allow', '*').document], [policy('Allow', action).document]] });
  expect(organized('s3:*')).toMatchObject({ EvalDecision: 'allowed', OrganizationsDecisionDetail: { AllowedByOrganizations: true } });
  expect(organized('sqs:*')).toMatchObject({
    EvalDecision: 'implicitDeny',
    OrganizationsDecisionDetail: { AllowedByOrganizations: false },
  });
});

test('a resource policy lets the caller in alone', () => {
  const resource = policy('Allow', 's3:GetObject', 'arn:aws:s3:::b/*', { Principal: { AWS: `arn:aws:iam::${ACCOUNT}:user/u` } });
  expect(decide({ identity: [], resource }).EvalDecision).toBe('allowed');
  expect(decide({ identity: [] }).EvalDecision).toBe('implicitDeny');
});

test('conditions need their keys', () => {
  const identity = [policy('Allow', 's3:*', '*', { Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } })];
  expect(decide({ identity })).toMatchObject({ EvalDecision: 'implicitDeny', MissingContextValues: ['aws:PrincipalOrgID'] });
  expect(decide({ identity, context: { 'aws:principalorgid': ['o-1'] } })).toMatchObject({
    EvalDecision: 'allowed',
    MissingContextValues: [],
  });
});
