// Recorded answers of IAM's policy simulator.
import { ANY, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

// With blanks, as it was sent: positions are counted in it.
const PolicyDocument = '{"Version": "2012-10-17", "Statement": {"Sid": "", "Effect": "Allow", "Action": "s3:PutObject", "Resource": "*"}}';
const createPolicy: Step = { call: 'iam.CreatePolicy', input: { PolicyName: 'p', PolicyDocument }, as: 'made' };
const EvalResourceName = 'arn:aws:s3:::b';

const resultOf = (EvalActionName: string, verdict: string, MatchedStatements: readonly object[]) => ({
  EvalActionName,
  EvalDecision: verdict,
  EvalDecisionDetails: {},
  EvalResourceName,
  MatchedStatements,
  MissingContextValues: [],
  OrganizationsDecisionDetail: { AllowedByOrganizations: true },
  ResourceSpecificResults: [{ EvalResourceDecision: verdict, EvalResourceName, MatchedStatements, MissingContextValues: [] }],
});
const allowing = {
  SourcePolicyId: ANY,
  SourcePolicyType: 'IAM Policy',
  StartPosition: { Line: 1, Column: 41 },
  EndPosition: { Line: 1, Column: 113 },
};

const simulationOf = (kind: string, made: Step, attached: Step, arn: string): RecordedCase => ({
  title: `a simulation of a ${kind} has a result for each resource`,
  source: localstack(`iam/test_iam.py::TestIAMIntegrations::test_simulate_principle_policy[${kind}]`),
  recorded: '2025-04',
  steps: [
    createPolicy,
    made,
    attached,
    {
      call: 'iam.SimulatePrincipalPolicy',
      input: { PolicySourceArn: arn, ActionNames: ['s3:PutObject', 's3:GetObjectVersion'], ResourceArns: [EvalResourceName] },
      contains: {
        EvaluationResults: [resultOf('s3:PutObject', 'allowed', [allowing]), resultOf('s3:GetObjectVersion', 'implicitDeny', [])],
        IsTruncated: false,
      },
    },
  ],
});

const PolicyArn = '{made.Policy.Arn}';
const cases: RecordedCase[] = [
  simulationOf(
    'user',
    { call: 'iam.CreateUser', input: { UserName: 'u' }, as: 'user' },
    { call: 'iam.AttachUserPolicy', input: { UserName: 'u', PolicyArn } },
    '{user.User.Arn}',
  ),
  simulationOf(
    'group',
    { call: 'iam.CreateGroup', input: { GroupName: 'g' }, as: 'group' },
    { call: 'iam.AttachGroupPolicy', input: { GroupName: 'g', PolicyArn } },
    '{group.Group.Arn}',
  ),
];

export const recorded: RecordedCases = { service: 'iam', cases };
