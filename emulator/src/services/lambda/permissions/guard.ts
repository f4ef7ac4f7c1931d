// The policy of a function, or of the version or alias named, decides which services may invoke it.
import type { Ctx } from '#core/ctx';
import type { PolicyCheck } from '#core/policy/policy-check';
import type { Guard } from '#core/policy/resource-policy';
import { findFunction, named } from '#services/lambda/lookup/find-function';
import { functionArn } from '#services/lambda/lookup/function-name';
import { policies } from '#services/lambda/state';

const INVOCATIONS = new Set(['Invoke', 'InvokeAsync', 'InvokeWithResponseStream']);

/** The question put to the policy of a function, or of its version or alias, before a service invokes it. */
export const invoking = (name: string, qualifier: string | undefined, ctx: Ctx): PolicyCheck => ({
  action: 'lambda:InvokeFunction',
  resource: functionArn(ctx, name, qualifier),
  policy: ctx.records(policies).get([name, qualifier ?? ''])?.text,
});

export const guard: Guard = (operation, input, ctx) => {
  if (!INVOCATIONS.has(operation)) return undefined;
  const { name, qualifier } = named(input as { FunctionName: string; Qualifier?: string }, ctx);
  findFunction(name, ctx, qualifier);
  return {
    ...invoking(name, qualifier, ctx),
    get grant() {
      return grantCommand(name, qualifier, ctx);
    },
  };
};

function grantCommand(name: string, qualifier: string | undefined, { principal, account }: Ctx): string {
  const {
    service,
    sourceArn,
    account: source,
  } = principal.kind === 'service' ? principal : { ...principal, service: '*', sourceArn: undefined };
  const parts = [
    `aws lambda add-permission --function-name ${name}`,
    ...(qualifier === undefined ? [] : [`--qualifier '${qualifier}'`]),
    `--statement-id ${statementId(service, sourceArn)} --action lambda:InvokeFunction --principal ${service}`,
    ...(sourceArn === undefined ? [] : [`--source-arn ${sourceArn}`]),
    ...(source === account ? [] : [`--source-account ${source}`]),
  ];
  return parts.join(' ');
}

/** E.g. `events-my-rule`: different for each service and source. */
const statementId = (service: string, sourceArn: string | undefined): string =>
  [service.split('.')[0], sourceArn?.split(/[:/]/).at(-1)]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^A-Za-z0-9-_]/g, '-')
    .slice(0, 100);
