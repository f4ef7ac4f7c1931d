// Makes statements of a function's policy in the form of the service. Pure.
import type { AddPermissionRequest } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';

export interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Principal: '*' | { readonly Service: string } | { readonly AWS: string };
  readonly Action: string;
  readonly Resource: string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface PolicyText {
  readonly Version: '2012-10-17';
  readonly Id: 'default';
  readonly Statement: readonly Statement[];
}

const URL_ACTION = 'lambda:InvokeFunctionUrl';

/** @throws Fault if anybody would be allowed by mistake, or if a condition would have no meaning */
function checkUrlAuthType({ Action, Principal, FunctionUrlAuthType }: AddPermissionRequest): void {
  if (FunctionUrlAuthType !== undefined && Action !== URL_ACTION)
    throw invalidParameter(`FunctionUrlAuthType is only supported for ${URL_ACTION} action`);
  if (Action === URL_ACTION && Principal === '*' && FunctionUrlAuthType === undefined)
    throw invalidParameter(
      `This policy could enable public access to your lambda function as it allows all Principals (*) to perform ${URL_ACTION} action. You must specify lambda:FunctionUrlAuthType condition`,
    );
}

export function statementOf(input: AddPermissionRequest, resource: string, partition: string): Statement {
  checkUrlAuthType(input);
  const conditions = conditionsOf(input);
  return {
    Sid: input.StatementId,
    Effect: 'Allow',
    Principal: principalOf(input.Principal, partition),
    Action: input.Action,
    Resource: resource,
    ...(Object.keys(conditions).length > 0 && { Condition: conditions }),
  };
}

function principalOf(principal: string, partition: string): Statement['Principal'] {
  if (principal === '*') return '*';
  if (/^\d{12}$/.test(principal)) return { AWS: `arn:${partition}:iam::${principal}:root` };
  if (/^arn:aws[a-z-]*:(?:iam|sts)::/.test(principal)) return { AWS: principal };
  if (/^[a-z0-9.-]+\.amazonaws\.com(?:\.cn)?$/.test(principal)) return { Service: principal };
  throw invalidParameter('The provided principal was invalid. Please check the principal and try again.');
}

function conditionsOf(input: AddPermissionRequest): Record<string, Record<string, string>> {
  const equals: Record<string, string> = {};
  if (input.SourceAccount) equals['AWS:SourceAccount'] = input.SourceAccount;
  if (input.EventSourceToken) equals['lambda:EventSourceToken'] = input.EventSourceToken;
  if (input.FunctionUrlAuthType) equals['lambda:FunctionUrlAuthType'] = input.FunctionUrlAuthType;
  if (input.PrincipalOrgID) equals['aws:PrincipalOrgID'] = input.PrincipalOrgID;
  return {
    ...(Object.keys(equals).length > 0 && { StringEquals: equals }),
    ...(input.SourceArn && { ArnLike: { 'AWS:SourceArn': input.SourceArn } }),
    ...(input.InvokedViaFunctionUrl !== undefined && {
      Bool: { 'lambda:InvokedViaFunctionUrl': String(input.InvokedViaFunctionUrl) },
    }),
  };
}

/** `before` is the present document. If a client has put it as a whole, it may have members that the emulator does not write. */
export const policyText = (statements: readonly Statement[], before = '{}'): string =>
  JSON.stringify({ Version: '2012-10-17', Id: 'default', ...(JSON.parse(before) as object), Statement: statements } satisfies PolicyText);

/** A document may contain a single statement without a list around it. */
export const statementsIn = (text: string | undefined): readonly Statement[] =>
  text === undefined ? [] : [(JSON.parse(text) as { Statement: Statement | readonly Statement[] }).Statement].flat();
