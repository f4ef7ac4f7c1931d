// Decides which services may write: evaluates the resource policies of the account and of the log group together.
import type { Ctx } from '#core/ctx';
import { policyWith, quoted } from '#core/policy/grant-command';
import type { Guard } from '#core/policy/resource-policy';
import { groupArn, streamArn } from './groups/group-arn.ts';
import { resourcePolicies } from './state.ts';

/** Services that write with a role of the customer. Identity policies are not evaluated, so nothing is checked. */
const WITH_A_ROLE = new Set([
  'lambda.amazonaws.com',
  'apigateway.amazonaws.com',
  'pipes.amazonaws.com',
  'firehose.amazonaws.com',
  'states.amazonaws.com',
]);

interface Input {
  readonly logGroupName: string;
  readonly logStreamName: string;
}

export const guard: Guard = (operation, input, ctx) => {
  if (operation !== 'PutLogEvents' && operation !== 'CreateLogStream') return undefined;
  if (ctx.principal.kind === 'service' && WITH_A_ROLE.has(ctx.principal.service)) return undefined;
  const { logGroupName, logStreamName } = input as Input;
  const action = `logs:${operation}`;
  const resource = streamArn(ctx, logGroupName, logStreamName);
  return { action, resource, policy: policyOf(logGroupName, ctx), grant: grantCommand(logGroupName, ctx) };
};

function policyOf(group: string, ctx: Ctx): string | undefined {
  const documents = [...ctx.records(resourcePolicies).range(['']), ...ctx.records(resourcePolicies).range([group])];
  const statements = documents.flatMap(({ document }) => (JSON.parse(document) as { Statement: unknown }).Statement);
  return statements.length === 0 ? undefined : JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

function grantCommand(group: string, ctx: Ctx): string {
  const { principal } = ctx;
  const statement = {
    Effect: 'Allow',
    Principal: { Service: principal.kind === 'service' ? principal.service : '*' },
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: `${groupArn(ctx, group)}:*`,
  };
  return `aws logs put-resource-policy --policy-name write-to-${group.replaceAll('/', '-')} --policy-document ${quoted(policyWith(statement))}`;
}
