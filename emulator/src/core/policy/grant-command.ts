// Commands that grant access, in the lines that log a refusal: they can be pasted into a shell.
import type { Principal } from '#core/principal';

/** The text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The policy, if there is one, with one more statement. */
export function policyWith(statement: object, policy?: string): string {
  const before = policy === undefined ? {} : (JSON.parse(policy) as { readonly Statement?: unknown });
  return JSON.stringify({ Version: '2012-10-17', ...before, Statement: [...[before.Statement ?? []].flat(), statement] });
}

/** Lets a service in, on behalf of the resource that causes its call. */
export function statementFor(principal: Principal, action: string, resource: string): object {
  const { service, sourceArn } = principal.kind === 'service' ? principal : { service: '*', sourceArn: undefined };
  return {
    Effect: 'Allow',
    Principal: { Service: service },
    Action: action,
    Resource: resource,
    ...(sourceArn && { Condition: { ArnEquals: { 'aws:SourceArn': sourceArn } } }),
  };
}

interface Grant {
  readonly action: string;
  /** A part of the resource with the policy, where only that is used. */
  readonly resource?: string;
  readonly principal: object;
}

/** The command that lets a principal use a resource; services whose policies are put by ARN have the same. */
export function grantCommand(service: string, arn: string, { action, resource = arn, principal }: Grant): string {
  const policy = policyWith({ Effect: 'Allow', Principal: principal, Action: action, Resource: resource });
  return `aws ${service} put-resource-policy --resource-arn ${arn} --policy ${quoted(policy)}`;
}
