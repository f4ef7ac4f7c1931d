// A policy in the languages of the tools that deploy it.
import type { PolicyStatementText, PolicyText } from '#core/authorization/used-policy';

export const POLICY_FORMATS = ['json', 'cdk', 'terraform', 'sam'] as const;
export type PolicyFormat = (typeof POLICY_FORMATS)[number];

export function formatPolicy(policy: PolicyText, format: PolicyFormat): string {
  switch (format) {
    case 'cdk':
      return ["import * as iam from 'aws-cdk-lib/aws-iam';", '', ...policy.Statement.flatMap(cdkStatement)].join('\n');
    case 'terraform':
      return ['data "aws_iam_policy_document" "needed" {', ...policy.Statement.flatMap(terraformStatement), '}'].join('\n');
    case 'sam':
      return ['Policies:', "  - Version: '2012-10-17'", '    Statement:', ...policy.Statement.flatMap(samStatement)].join('\n');
    default:
      return JSON.stringify(policy, undefined, 2);
  }
}

const conditionsOf = ({ Condition = {} }: PolicyStatementText) =>
  Object.entries(Condition).flatMap(([operator, keys]) => Object.entries(keys).map(([key, values]) => ({ operator, key, values })));

function cdkStatement(statement: PolicyStatementText): string[] {
  const texts = (values: readonly string[]) =>
    values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(', ');
  const conditions = conditionsOf(statement).map(
    ({ operator, key, values }) => `  conditions: { ${operator}: { '${key}': [${texts(values)}] } },`,
  );
  return [
    'role.addToPrincipalPolicy(new iam.PolicyStatement({',
    `  actions: [${texts(statement.Action)}],`,
    `  resources: [${texts(statement.Resource)}],`,
    ...conditions,
    '}));',
  ];
}

function terraformStatement(statement: PolicyStatementText): string[] {
  // `${…}` in a text would be a reference of Terraform's.
  const texts = (values: readonly string[]) => values.map((value) => JSON.stringify(value).replaceAll('${', '$${')).join(', ');
  const conditions = conditionsOf(statement).flatMap(({ operator, key, values }) => [
    '    condition {',
    `      test     = "${operator}"`,
    `      variable = "${key}"`,
    `      values   = [${texts(values)}]`,
    '    }',
  ]);
  return [
    '  statement {',
    `    actions   = [${texts(statement.Action)}]`,
    `    resources = [${texts(statement.Resource)}]`,
    ...conditions,
    '  }',
  ];
}

function samStatement(statement: PolicyStatementText): string[] {
  const items = (values: readonly string[]) => values.map((value) => `          - ${JSON.stringify(value)}`);
  const conditions = conditionsOf(statement).flatMap(({ operator, key, values }) => [
    '        Condition:',
    `          ${operator}:`,
    `            ${JSON.stringify(key)}: ${JSON.stringify(values)}`,
  ]);
  return [
    '      - Effect: Allow',
    '        Action:',
    ...items(statement.Action),
    '        Resource:',
    ...items(statement.Resource),
    ...conditions,
  ];
}
