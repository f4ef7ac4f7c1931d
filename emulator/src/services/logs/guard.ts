// Decides which services may write: evaluates the resource policies of the account and of the log group together.
import type { Ctx } from '#core/ctx';
import { policyWith, quoted } from '#core/policy/grant-command';
import type { Guard } from '#core/policy/resource-policy';
import { groupArn, streamArn } from './groups/group-arn.ts';
import { resourcePolicies } from './state.ts';

interface Input {
  readonly logGroupName: string;
  readonly logStreamName: string;
}

export const guard: Guard = (operation, input, ctx) => {
  if (operation !== 'PutLogEvents' && operation !== 'CreateLogStream') return undefined;
  // Services that write in a role are not asked: identity policies decide about them, and are not evaluated.
  if (ctx.principal.kind !== 'service') return undefined;
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
